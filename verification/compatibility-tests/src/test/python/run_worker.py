"""Runs worker.py, the worker of the contract exactly as it is written there, with what the contract leaves open:
the missing import, the model's call and its result, and the port of the tests' Redis.

  REDIS_HOST=.. REDIS_PORT=.. python3 run_worker.py

A request with data.fail raises. One with data.hold is never done: the worker says so in the list "held" and waits for
its end. If data.hold is "once", the next worker does it.
"""
import os
import pathlib
import threading

import redis

connect = redis.Redis


def connect_to_test(host, port, decode_responses):
    return connect(host=host, port=int(os.environ["REDIS_PORT"]), decode_responses=decode_responses)


redis.Redis = connect_to_test
side = connect_to_test(os.environ["REDIS_HOST"], 0, True)


def process_job(payload):
    side.rpush("ran", payload["job_id"])
    if payload["data"].get("fail"):
        raise RuntimeError("out of memory")
    hold = payload["data"].get("hold")
    if hold and not (hold == "once" and side.exists("held")):
        side.rpush("held", payload["job_id"])
        threading.Event().wait()
    contract["result"] = {
        "job_id": payload["job_id"],
        "user_id": payload.get("user_id"),
        "type": payload["type"],
        "data": {"text": "spoken %s" % payload["data"]["number"]},
    }


worker = pathlib.Path(__file__).with_name("worker.py")
contract = {"os": os, "process_job": process_job}
exec(compile(worker.read_text(), str(worker), "exec"), contract)
