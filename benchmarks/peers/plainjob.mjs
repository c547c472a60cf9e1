// SPDX-License-Identifier: BSL-1.0
// Submits to plainjob, and drains it, through its public interface: what pawl.cpp does with pawl.
// Usage: node plainjob.mjs <directory> <single|bulk|drain|version> [<jobs>]
// Prints jobs a second, or the version of SQLite that is compiled into it. The number of jobs is a
// multiple of 1000, which is the size of a batch.
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { JobStatus, better, defineQueue, defineWorker } from 'plainjob';

const [directory, what, jobs] = process.argv.slice(2);
const count = Number(jobs);
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

function submitSingles(queue, howMany) {
  for (let i = 0; i < howMany; ++i) queue.add(type, payload());
}
function submitBatches(queue, howMany) {
  for (let i = 0; i < howMany; i += batch)
    queue.addMany(type, Array.from({ length: batch }, payload));
}

// The first ones are not counted: the compiler of JavaScript learns from them.
function rateOf(submit, queue) {
  submit(queue, warming);
  const begin = performance.now();
  submit(queue, count);
  const took = performance.now() - begin;
  must(queue.countJobs({ status: JobStatus.Pending }) === warming + count, 'jobs are missing');
  return (1000 * count) / took;
}

// From the start of a worker until the last end is stored.
async function drain(queue) {
  submitBatches(queue, count);
  let left = count;
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
  must(queue.countJobs({ status: JobStatus.Done }) === count, 'jobs were not done');
  return (1000 * count) / took;
}

const measurements = {
  single: (queue) => rateOf(submitSingles, queue),
  bulk: (queue) => rateOf(submitBatches, queue),
  drain,
};
if (what === 'version') {
  console.log(new Database(':memory:').prepare('SELECT sqlite_version()').pluck().get());
} else {
  must(what in measurements && count > 0 && count % batch === 0, 'see the usage in its source');
  console.log(Math.round(await withQueue(measurements[what])));
}
