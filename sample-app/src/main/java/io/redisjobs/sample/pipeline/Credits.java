package io.redisjobs.sample.pipeline;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.stereotype.Component;

/** What users have left to spend. */
@Component
public class Credits {

	private final Map<String, Integer> balances = new ConcurrentHashMap<>();

	/** Adds credits, or takes them if negative. */
	public void add(String user, int credits) {
		this.balances.merge(user, credits, Integer::sum);
	}

	/** What is left. */
	public int balance(String user) {
		return this.balances.getOrDefault(user, 0);
	}

}
