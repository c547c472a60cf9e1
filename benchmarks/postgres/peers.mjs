// SPDX-License-Identifier: BSL-1.0
// Queues for Node on PostgreSQL, through their public interfaces: what postgres.cpp does with pawl.
// Usage: node peers.mjs <graphile-worker|pg-boss> <single|bulk|drain|idle> <jobs>
// Prints jobs a second; for idle the milliseconds from a submission to its start in another process,
// median and p99. The server is the one that the environment names.
import { fork } from 'node:child_process';
import pg from 'pg';

const [name, what, jobs] = process.argv.slice(2);
const count = Number(jobs);
const batch = 1000;
const connectionString =
  `postgres://${process.env.PGUSER}@localhost/${process.env.PGDATABASE}` +
  `?host=${encodeURIComponent(process.env.PGHOST)}&port=${process.env.PGPORT ?? 5432}`;
const payload = (number) => ({ customer: 'ALFKI', year: number });
const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
// Comparable between processes of one machine.
const now = () => Number(process.hrtime.bigint() / 1000n) / 1000;

async function ask(sql) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

// Each makes its tables, submits one or many, and runs jobs with the settings that drain best: many
// taken ahead, ends told together.
const peers = {
  'graphile-worker': async () => {
    const { Logger, makeWorkerUtils, run, runMigrations } = await import('graphile-worker');
    const logger = new Logger(() => () => {});
    return {
      prepare: async () => {
        await ask('DROP SCHEMA IF EXISTS graphile_worker CASCADE');
        await runMigrations({ connectionString, logger });
      },
      producer: async () => {
        const utils = await makeWorkerUtils({ connectionString, logger });
        return {
          add: (one) => utils.addJob('report', one),
          addAll: (all) => utils.addJobs(all.map((one) => ({ identifier: 'report', payload: one }))),
          close: () => utils.release(),
        };
      },
      work: async (handle) => {
        const worker = {
          connectionString,
          maxPoolSize: 10,
          concurrentJobs: 24,
          localQueue: { size: 500 },
          completeJobBatchDelay: 0,
        };
        const preset = { worker };
        const taskList = { report: async (one) => handle(one) };
        const runner = await run({ logger, noHandleSignals: true, taskList, preset });
        return () => runner.stop();
      },
      left: 'SELECT count(*) AS n FROM graphile_worker._private_jobs',
    };
  },
  'pg-boss': async () => {
    const { PgBoss } = await import('pg-boss');
    const made = async (more = {}) => {
      const boss = new PgBoss({ connectionString, max: 12, schedule: false, supervise: false, ...more });
      boss.on('error', (error) => console.error(error.message));
      await boss.start();
      return boss;
    };
    const stop = (boss) => boss.stop({ graceful: false, close: true });
    return {
      prepare: async () => {
        await ask('DROP SCHEMA IF EXISTS pgboss CASCADE');
        const boss = await made();
        await boss.createQueue('report', { notify: true });
        await stop(boss);
      },
      producer: async () => {
        const boss = await made();
        return {
          add: (one) => boss.send('report', one),
          addAll: (all) => boss.insert('report', all.map((one) => ({ data: one }))),
          close: () => stop(boss),
        };
      },
      work: async (handle) => {
        const boss = await made({ useListenNotify: true });
        const settings = {
          batchSize: 500,
          localConcurrency: 2,
          burstWhenBatchFull: true,
          pollingIntervalSeconds: 0.5,
          notifyPollingIntervalSeconds: 0.5,
        };
        await boss.work('report', settings, async (all) => {
          for (const one of all) handle(one.data);
        });
        return () => stop(boss);
      },
      left: "SELECT count(*) AS n FROM pgboss.job WHERE state < 'completed'",
    };
  },
};
if (!(name in peers) || !['single', 'bulk', 'drain', 'idle'].includes(what) || !(count > 0)) {
  console.error('peers.mjs: see the usage in its source');
  process.exit(2);
}
const peer = await peers[name]();

async function fill(producer, howMany) {
  for (let i = 0; i < howMany; i += batch)
    await producer.addAll(Array.from({ length: Math.min(batch, howMany - i) }, () => payload(2026)));
}

// Works until its parent goes, and tells when each job began.
async function serve() {
  let begun = [];
  await peer.work((one) => begun.push([one.year, now()]));
  process.on('disconnect', () => process.exit(0));
  setInterval(() => {
    if (begun.length) process.send(begun);
    begun = [];
  }, 5);
  process.send('ready');
}
async function withWorker(use) {
  const child = fork(process.argv[1], process.argv.slice(2), {
    env: { ...process.env, PEER_ROLE: 'worker' },
  });
  const begun = new Map();
  let done = 0;
  await new Promise((resolve) =>
    child.on('message', (told) => {
      if (told === 'ready') return resolve();
      for (const [number, at] of told) {
        begun.set(number, at);
        ++done;
      }
    }),
  );
  try {
    return await use(begun, () => done);
  } finally {
    child.disconnect();
    await new Promise((resolve) => child.on('exit', resolve));
  }
}

async function measure() {
  await peer.prepare();
  const producer = await peer.producer();
  if (what === 'single') {
    for (let i = 0; i < 50; ++i) await producer.add(payload(2026));
    const begin = now();
    for (let i = 0; i < count; ++i) await producer.add(payload(2026));
    return [Math.round((1000 * count) / (now() - begin)), producer];
  }
  if (what === 'bulk') {
    await fill(producer, batch);
    const begin = now();
    await fill(producer, count);
    return [Math.round((1000 * count) / (now() - begin)), producer];
  }
  if (what === 'drain') {
    await fill(producer, count);
    const begin = now();
    const took = await withWorker(async () => {
      while (Number((await ask(peer.left))[0].n) > 0) await rest(5);
      return now() - begin;
    });
    return [Math.round((1000 * count) / took), producer];
  }
  const late = await withWorker(async (begun, done) => {
    await rest(500);
    const at = [];
    for (let i = 0; i < count; ++i) {
      while (done() < i) await rest(1);
      await rest(20);
      at.push(now());
      await producer.add(payload(i));
    }
    while (done() < count) await rest(1);
    return at.map((from, i) => begun.get(i) - from).sort((a, b) => a - b);
  });
  const shown = (part) => late[Math.min(late.length - 1, Math.floor(late.length * part))].toFixed(2);
  return [`${shown(0.5)} ${shown(0.99)}`, producer];
}

if (process.env.PEER_ROLE === 'worker') {
  await serve();
} else {
  const [figure, producer] = await measure();
  await producer.close();
  console.log(figure);
  process.exit(0);
}
