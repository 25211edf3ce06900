// Puts real BullMQ at the disposal of the Java tests.
//
// Reads one JSON object a line from stdin, {id, call, args}, and answers each with one line on stdout,
// {id, result} or {id, error: {name, message}}. Answers come in the order in which calls end.
//   create   {type, version, name, options}              a Queue, QueueEvents or FlowProducer; result: its handle
//   worker   {version, name, options, script}            a Worker with a scripted processor; result: its handle
//   invoke   {on, method, arguments}                     calls a method of a handle
//   job      {queue, jobId, method, arguments}           calls a method of a job; {"$handle": h} stands for an object
//   runs     {worker}                                    what the processor has been given so far, in order
//   release  {worker}                                    lets every run go on that holds, now and later
//   events   {queueEvents}                               the events seen so far, in order
//   cron     {version, patterns: [{pattern, tz, after}]}   for each the next time, or 'invalid'
//   errors   {}                                          the errors that any object has reported
//   reset    {}                                          closes and forgets everything
// The option strategy, {pattern: ms}, stands for a repeatStrategy that reads these patterns as so long after the last time.
// A script maps a job's name, or "*", to steps that run in turn: {progress}, {log}, {sleep: ms}, {hold: true},
// {failTimes: n, message}, {unrecoverable: message}, {rateLimit: ms}, {childrenValues: true}, {return: value}.
import { createInterface } from 'node:readline';
import * as bullmq5 from 'bullmq';
import * as bullmq6 from 'bullmq6';
import { Cluster } from 'ioredis';

const versions = { 5: bullmq5, 6: bullmq6 };
// what both versions tell the next time of a pattern by
const strategies = { 5: bullmq5.getNextMillis, 6: bullmq6.defaultRepeatStrategy };
const eventNames = ['added', 'waiting', 'delayed', 'active', 'progress', 'completed', 'failed', 'stalled', 'drained',
	'paused', 'resumed', 'removed', 'duplicated', 'deduplicated', 'waiting-children', 'retries-exhausted'];
const connection = { host: process.argv[2], port: Number(process.argv[3]), maxRetriesPerRequest: null };
const cluster = process.argv[4] === 'cluster';

let objects = new Map();
let errors = [];
let handles = 0;

const sleep = (millis) => new Promise((done) => setTimeout(done, millis));

function connect() {
	if (!cluster) {
		return { connection };
	}
	const client = new Cluster([connection], { redisOptions: { maxRetriesPerRequest: null } });
	return { connection: client };
}

function keep(entry) {
	const handle = `h${++handles}`;
	entry.object.on('error', (error) => errors.push(String(error?.message ?? error)));
	objects.set(handle, entry);
	return handle;
}

function entry(handle) {
	const found = objects.get(handle);
	if (!found) {
		throw new Error(`No object ${handle}`);
	}
	return found;
}

function withStrategy({ strategy, ...options }) {
	if (!strategy) {
		return options;
	}
	const repeatStrategy = (millis, { pattern, immediately }) => millis + (immediately ? 0 : strategy[pattern]);
	return { ...options, settings: { repeatStrategy } };
}

async function create({ type, version, name, options: given }) {
	const library = versions[version];
	const options = withStrategy(given);
	const link = connect();
	if (type === 'FlowProducer') {
		return keep({ object: new library.FlowProducer({ ...options, ...link }), link });
	}
	const object = new library[type](name, { ...options, ...link });
	const events = [];
	if (type === 'QueueEvents') {
		eventNames.forEach((event) => object.on(event, (fields, id) => events.push({ event, id, ...fields })));
	}
	await object.waitUntilReady();
	return keep({ object, events, link });
}

async function worker({ version, name, options: given, script }) {
	const library = versions[version];
	const options = withStrategy(given);
	const link = connect();
	const runs = [];
	let release;
	const released = new Promise((done) => (release = done));
	const steps = {
		progress: (job, value) => job.updateProgress(value),
		log: (job, line) => job.log(line),
		sleep: (job, millis) => sleep(millis),
		hold: () => released,
		failTimes: (job, times, step) => {
			if (job.attemptsMade < times) {
				throw new Error(step.message ?? 'scripted failure');
			}
		},
		unrecoverable: (job, message) => {
			throw new library.UnrecoverableError(message);
		},
		rateLimit: async (job, millis) => {
			if (job.attemptsStarted === 1) {
				await object.rateLimit(millis);
				throw library.Worker.RateLimitError?.() ?? new library.RateLimitError();
			}
		},
		childrenValues: (job) => job.getChildrenValues(),
		return: (job, value) => value,
	};
	const object = new library.Worker(name, async (job) => {
		const run = { id: job.id, name: job.name, data: job.data, opts: job.opts, attemptsMade: job.attemptsMade,
			startedAt: Date.now() };
		runs.push(run);
		let result;
		for (const step of script[job.name] ?? script['*'] ?? []) {
			const verb = Object.keys(step).find((key) => key in steps);
			result = await steps[verb](job, step[verb], step);
		}
		run.endedAt = Date.now();
		return result;
	}, { ...options, ...link });
	await object.waitUntilReady();
	return keep({ object, runs, release, link });
}

function revive(value) {
	return (value && typeof value === 'object' && value.$handle) ? entry(value.$handle).object : value;
}

function invoke({ on, method, arguments: values = [] }) {
	return entry(on).object[method](...values.map(revive));
}

async function job({ queue, jobId, method, arguments: values = [] }) {
	const found = await entry(queue).object.getJob(jobId);
	if (!found) {
		throw new Error(`No job ${jobId}`);
	}
	return found[method](...values.map(revive));
}

async function close({ object, release, link }) {
	release?.();
	await object.close(true);
	if (cluster) {
		link.connection.disconnect();
	}
}

async function reset() {
	const open = [...objects.values()];
	objects = new Map();
	await Promise.allSettled(open.map(close));
	errors = [];
}

function cron({ version, patterns }) {
	return Promise.all(patterns.map(async ({ pattern, tz, after }) => {
		try {
			return (await strategies[version](after, { pattern, tz })) ?? 'none';
		}
		catch {
			return 'invalid';
		}
	}));
}

const calls = {
	cron, create, worker, invoke, job, reset,
	runs: ({ worker }) => entry(worker).runs,
	release: ({ worker }) => entry(worker).release(),
	events: ({ queueEvents }) => entry(queueEvents).events,
	errors: () => errors,
};

async function answer({ id, call, args }) {
	let reply;
	try {
		reply = JSON.stringify({ id, result: (await calls[call](args ?? {})) ?? null });
	}
	catch (error) {
		reply = JSON.stringify({ id, error: { name: error?.name, message: String(error?.message ?? error) } });
	}
	process.stdout.write(`${reply}\n`);
}

process.on('unhandledRejection', (error) => errors.push(String(error?.message ?? error)));
process.on('uncaughtException', (error) => errors.push(String(error?.message ?? error)));
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => answer(JSON.parse(line)));
lines.on('close', () => process.exit(0));
