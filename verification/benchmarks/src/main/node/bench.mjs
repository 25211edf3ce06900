// Runs benchmark tasks with BullMQ: one JSON object per line in, one per line out.
// The tasks mean exactly what JavaContender does.
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue, Worker } from 'bullmq';

const connection = { host: '127.0.0.1', port: Number(process.argv[2]), maxRetriesPerRequest: null };
const queues = new Map();

function queueOf(name) {
  if (!queues.has(name)) {
    queues.set(name, new Queue(name, { connection }));
  }
  return queues.get(name);
}

function optionsOf({ kept }) {
  return kept ? {} : { removeOnComplete: true };
}

async function measured(work) {
  const cpu = process.cpuUsage();
  const start = process.hrtime.bigint();
  await work();
  const nanos = Number(process.hrtime.bigint() - start);
  const { user, system } = process.cpuUsage(cpu);
  return { nanos, cpuNanos: (user + system) * 1000 };
}

async function addOneByOne(task) {
  const queue = queueOf(task.queue);
  let left = task.count;
  const produce = async () => {
    while (left-- > 0) {
      await queue.add('job', task.payload, optionsOf(task));
    }
  };
  await Promise.all(Array.from({ length: task.producers }, produce));
}

async function addInBulk(task) {
  const queue = queueOf(task.queue);
  for (let added = 0; added < task.count; added += task.batch) {
    const size = Math.min(task.batch, task.count - added);
    await queue.addBulk(Array.from({ length: size }, () => ({ name: 'job', data: task.payload, opts: optionsOf(task) })));
  }
}

function completions(worker, count) {
  return new Promise((resolve, reject) => {
    let completed = 0;
    worker.on('completed', () => {
      if (++completed === count) {
        resolve();
      }
    });
    worker.on('failed', (job, error) => reject(error));
    worker.on('error', reject);
  });
}

async function withWorker(task, handler, work) {
  const worker = new Worker(task.queue, handler, { connection, concurrency: task.concurrency, autorun: false });
  const done = completions(worker, task.count);
  done.catch(() => {});
  await worker.waitUntilReady();
  try {
    return await work(() => worker.run(), done);
  }
  finally {
    await worker.close();
  }
}

const calls = {
  reset: async () => {
    await Promise.all([...queues.values()].map((queue) => queue.close()));
    queues.clear();
    return {};
  },

  bulk: async (task) => measured(() => addInBulk(task)),
  add: async (task) => measured(() => addOneByOne(task)),

  process: async (task) => {
    let running = 0;
    let most = 0;
    const busy = async () => {
      most = Math.max(most, ++running);
      await sleep(task.handlerMillis);
      running--;
    };
    const handler = task.handlerMillis > 0 ? busy : async () => {};
    return withWorker(task, handler, async (run, done) => {
      const result = await measured(() => {
        run();
        return done;
      });
      return { ...result, most };
    });
  },

  endToEnd: async (task) => withWorker(task, async () => {}, async (run, done) => {
    run();
    return measured(() => Promise.all([addOneByOne(task), done]));
  }),

  latency: async (task) => {
    let started;
    const handler = async () => started(process.hrtime.bigint());
    return withWorker({ ...task, concurrency: 1 }, handler, async (run, done) => {
      run();
      const queue = queueOf(task.queue);
      const values = [];
      const result = await measured(async () => {
        for (let i = 0; i < task.count; i++) {
          await sleep(task.pauseMillis);
          const start = new Promise((resolve) => started = resolve);
          const before = process.hrtime.bigint();
          await queue.add('job', task.payload, optionsOf(task));
          values.push(Number(await start - before));
        }
        await done;
      });
      return { ...result, values };
    });
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { call, task } = JSON.parse(line);
  let answer;
  try {
    answer = await calls[call](task);
  }
  catch (error) {
    answer = { error: String(error.stack || error) };
  }
  process.stdout.write(JSON.stringify(answer) + '\n');
}
process.exit(0);
