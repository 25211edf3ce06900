package io.redisjobs.redis;

import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

import io.redisjobs.lua.LuaScript;

import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.util.StringUtils;

/** The scripts of one contract, ready to run by name. */
public final class ContractScripts {

	private final String contract;

	private final ScriptRunner runner;

	private final Map<String, RedisScript<?>> scripts;

	public ContractScripts(String contract, ScriptRunner runner, Map<String, RedisScript<?>> scripts) {
		this.contract = contract;
		this.runner = runner;
		this.scripts = Map.copyOf(scripts);
	}

	/** The scripts as they come with redis-jobs. */
	public static ContractScripts bundled(String contract, ScriptRunner runner, Collection<String> names) {
		Map<String, RedisScript<?>> scripts = new HashMap<>();
		names.forEach((name) -> scripts.put(name, read(contract, name)));
		return new ContractScripts(contract, runner, scripts);
	}

	/** A script as it comes with redis-jobs. */
	public static RedisScript<?> read(String contract, String name) {
		return RedisScript.of(LuaScript.read(contract, name).text(), List.class);
	}

	/** The name of the bean that holds a script. */
	public static String beanName(String contract, String name) {
		return contract + StringUtils.capitalize(name) + "Script";
	}

	/** What runs the scripts. */
	public ScriptRunner runner() {
		return this.runner;
	}

	/** Runs a script. */
	public Reply run(String name, List<byte[]> keys, List<byte[]> args) {
		return this.runner.run(script(name), keys, args);
	}

	/**
	 * Prepares a call for {@link #send}, as {@link ScriptRunner#prepare} does.
	 * @param ownPrefix what the own keys beside the script's keys start with, see
	 * {@link OwnKeys#beside}
	 */
	public OnceCall prepare(String name, String ownPrefix, List<byte[]> keys, List<byte[]> args) {
		return this.runner.prepare(script(name), ownPrefix, new ScriptCall(keys, args));
	}

	/** Sends a call, as {@link ScriptRunner#send} does. */
	public Reply send(OnceCall call) {
		return this.runner.send(call);
	}

	/** Sends several calls, as {@link ScriptRunner#sendAll} does. */
	public List<Reply> sendAll(Iterator<OnceCall> calls) {
		return this.runner.sendAll(calls);
	}

	private RedisScript<?> script(String name) {
		RedisScript<?> script = this.scripts.get(name);
		if (script == null) {
			throw new IllegalArgumentException("Contract " + this.contract + " has no script " + name);
		}
		return script;
	}

}
