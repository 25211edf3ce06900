package io.redisjobs.redis;

import java.util.ArrayList;
import java.util.List;

import org.springframework.data.redis.core.script.RedisScript;

/**
 * A call of a script that does its work once, however often the call is sent. Whoever
 * gets no answer may send it again, to learn what became of it.
 */
public final class OnceCall {

	private final RedisScript<?> script;

	private final ScriptCall call;

	private final CallLanes.Lane lane;

	OnceCall(RedisScript<?> script, String ownPrefix, ScriptCall call, CallLanes.Lane lane) {
		this.script = script;
		this.call = new ScriptCall(with(call.keys(), lane.memory(ownPrefix)), with(call.args(), lane.number()));
		this.lane = lane;
	}

	private static List<byte[]> with(List<byte[]> values, byte[] last) {
		List<byte[]> all = new ArrayList<>(values.size() + 1);
		all.addAll(values);
		all.add(last);
		return all;
	}

	RedisScript<?> script() {
		return this.script;
	}

	ScriptCall call() {
		return this.call;
	}

	CallLanes.Lane lane() {
		return this.lane;
	}

}
