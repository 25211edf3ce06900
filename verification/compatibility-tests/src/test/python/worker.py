import redis
import json

r = redis.Redis(host=os.environ["REDIS_HOST"], port=6379, decode_responses=True)

while True:
    # Block for 1000ms waiting for new message
    streams = r.xreadgroup("worker-group", "worker-1", {"jobs:transcription": ">"}, count=1, block=1000)

    if not streams:
        continue

    for stream_name, messages in streams:
        for message_id, data in messages:
            try:
                payload = json.loads(data["payload"])
                process_job(payload)

                # Acknowledge
                r.xack("jobs:transcription", "worker-group", message_id)

                # Publish completion
                r.xadd("jobs:completed", {"payload": json.dumps(result)})

            except Exception as e:
                # Handle failure
                pass
