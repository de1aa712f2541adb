"""A function's start, as Lambda does it: import the app of an unpacked package, then two events (`bench.fitness`).

The emulator knows nothing of the connections, so that a post ends as gone and its row is deleted: a call more.
"""

import json
import sys
import time


def main(package: str, facts: dict) -> None:
    sys.path.insert(0, package)
    started = time.perf_counter()
    import app

    imported = time.perf_counter()
    app.app.websocket_api.configure("localhost", "ws")
    handler = getattr(app, facts["function"])
    times = [imported - started]
    for body in (facts["say"], facts["frame"]):
        event = made(facts, body)
        before = time.perf_counter()
        answer = handler(event, None)
        times.append(time.perf_counter() - before)
        if answer not in (None, {"statusCode": 200}, {"batchItemFailures": []}):
            raise RuntimeError(f"{facts['function']} answered {answer}")
    print(json.dumps([round(each * 1000, 1) for each in times]))


def made(facts: dict, body: dict) -> dict:
    """An event for the function."""
    if facts["function"] == "on_schedule":
        names = ("version", "account", "region", "detail", "resources", "time", "id", "source")
        return {**dict.fromkeys(names, ""), "detail-type": "Scheduled Event"}
    if facts["function"] == "on_head_change":
        change = {name: image(facts, facts[when]) for name, when in (("OldImage", "before"), ("NewImage", "after"))}
        return {"Records": [{"eventID": "1", "dynamodb": {**change, "SequenceNumber": "1"}}]}
    headers = {"Authorization": f"Bearer {facts['credential']}", "X-Lineup-Edge": facts["edge"]}
    context = {
        "connectionId": facts["connection"], "routeKey": "$default", "domainName": "d", "stage": "ws", "apiId": "a",
        "eventType": {"connect": "CONNECT", "disconnect": "DISCONNECT"}.get(facts["function"], "MESSAGE"),
    }  # fmt: skip
    return {"requestContext": context, "headers": headers, "body": json.dumps(body)}


def image(facts: dict, sequence: int) -> dict:
    data = json.dumps({"sequence": sequence, "epoch": "e", "floor": 1})
    return {"pk": {"S": f"ws#{facts['workspace']}"}, "sk": {"S": "HEAD"}, "data": {"S": data}, "version": {"N": "1"}}


if __name__ == "__main__":
    main(sys.argv[1], json.loads(sys.argv[2]))
