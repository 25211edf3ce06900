// A plain Redis client as a peer on streams: no library of ours, no script, only XADD, XREADGROUP and XACK.
//   node streams.mjs host port worker stream group     takes entries one by one, writes results to jobs:completed
//                                                      or failures to jobs:failed, then acknowledges
//   node streams.mjs host port produce stream count    adds that many requests, then ends
// A request with data.fail is answered with a failure.
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';

const [host, port, role, stream, argument] = process.argv.slice(2);
const redis = new Redis({ host, port: Number(port), maxRetriesPerRequest: null });

async function produce(count) {
	for (let i = 0; i < count; i++) {
		const payload = { job_id: randomUUID(), user_id: `user-${i}`, type: 'TRANSCRIPTION', timestamp: Date.now(),
			data: { number: i, fail: i % 5 === 4 } };
		await redis.xadd(stream, '*', 'payload', JSON.stringify(payload));
	}
	await redis.quit();
}

async function handle(id, fields, group) {
	const request = JSON.parse(fields[fields.indexOf('payload') + 1]);
	const answer = { job_id: request.job_id, type: request.type };
	if (request.data.fail) {
		answer.data = { error: 'out of memory' };
		await redis.xadd('jobs:failed', '*', 'payload', JSON.stringify(answer));
	} else {
		answer.data = { text: `spoken ${request.data.number}` };
		await redis.xadd('jobs:completed', '*', 'payload', JSON.stringify(answer));
	}
	await redis.xack(stream, group, id);
}

async function work(group) {
	await redis.xgroup('CREATE', stream, group, '0', 'MKSTREAM').catch((error) => {
		if (!error.message.startsWith('BUSYGROUP')) {
			throw error;
		}
	});
	for (;;) {
		const streams = await redis.xreadgroup('GROUP', group, 'worker-1', 'COUNT', 1, 'BLOCK', 1000, 'STREAMS', stream, '>');
		for (const [, entries] of streams ?? []) {
			for (const [id, fields] of entries) {
				await handle(id, fields, group);
			}
		}
	}
}

await (role === 'produce' ? produce(Number(argument)) : work(argument));
