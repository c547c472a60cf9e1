// SPDX-License-Identifier: BSL-1.0
// Submits to plainjob, and drains it, through its public interface: what pawl.cpp does with pawl.
// Usage: node plainjob.mjs <directory> <single submissions> <submissions in batches of 1000>
// Prints "<what> <jobs a second>" lines, and the version of SQLite that is compiled into it.
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { JobStatus, better, defineQueue, defineWorker } from 'plainjob';

const [directory, singles, bulk] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const batch = 1000;
const warming = 1000;
const type = 'acme.report.v1';
const silent = { error: console.error, warn() {}, info() {}, debug() {} };
const payload = () => ({ customer: 'ALFKI', year: 2026 });

function must(holds, sentence) {
  if (holds) return;
  console.error(`plainjob.mjs: ${sentence}`);
  process.exit(1);
}

// A queue in a file of its own, which goes with it. It sets WAL mode and synchronous=NORMAL itself;
// a release that did otherwise would make the comparison worthless.
async function withQueue(work) {
  const file = join(directory, `plainjob-${process.pid}.db`);
  const database = new Database(file);
  const queue = defineQueue({ connection: better(database), logger: silent });
  must(database.pragma('journal_mode', { simple: true }) === 'wal', 'not in WAL mode');
  must(database.pragma('synchronous', { simple: true }) === 1, 'not synchronous=NORMAL');
  try {
    return await work(queue);
  } finally {
    queue.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  }
}

function submitSingles(queue, count) {
  for (let i = 0; i < count; ++i) queue.add(type, payload());
}
function submitBatches(queue, count) {
  for (let i = 0; i < count; i += batch) queue.addMany(type, Array.from({ length: batch }, payload));
}

// Jobs a second. The first ones are not counted: they are what the compiler of JavaScript sees.
function rateOf(submit, queue, count) {
  submit(queue, warming);
  const begin = performance.now();
  submit(queue, count);
  const took = performance.now() - begin;
  must(queue.countJobs({ status: JobStatus.Pending }) === warming + count, 'jobs are missing');
  return (1000 * count) / took;
}

// From the start of a worker to the end of the last job.
async function drain(queue) {
  submitBatches(queue, bulk);
  let left = bulk;
  let done;
  const all = new Promise((resolve) => (done = resolve));
  const worker = defineWorker(type, (job) => void JSON.parse(job.data), {
    queue,
    logger: silent,
    onCompleted: () => --left || done(performance.now()),
  });
  const begin = performance.now();
  const stopped = worker.start();
  const took = (await all) - begin;
  await worker.stop();
  await stopped;
  must(queue.countJobs({ status: JobStatus.Done }) === bulk, 'jobs were not done');
  return (1000 * bulk) / took;
}

const report = (what, rate) => console.log(`${what} ${Math.round(rate)}`);
report('single', await withQueue((queue) => rateOf(submitSingles, queue, singles)));
report('bulk', await withQueue((queue) => rateOf(submitBatches, queue, bulk)));
report('drain', await withQueue(drain));
const memory = new Database(':memory:');
console.log(`sqlite ${memory.prepare('SELECT sqlite_version()').pluck().get()}`);
