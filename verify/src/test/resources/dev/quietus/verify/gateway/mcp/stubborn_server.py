"""An MCP server that leaves a child in a session of its own, ignores the end of its input and
SIGTERM, and never answers the tool "slow". The tool "quick" answers at once."""
import json
import os
import signal
import subprocess
import sys
import time

for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(each, signal.SIG_IGN)
folder = sys.argv[1]
child = subprocess.Popen(
    ["sh", "-c", "trap '' TERM; while :; do sleep 0.05; done"], start_new_session=True)
with open(os.path.join(folder, "pids"), "w") as pids:
    pids.write(f"{os.getpid()}\n{child.pid}\n")
log = open(os.path.join(folder, "heard"), "a", buffering=1)
with open(os.path.join(folder, "environment"), "w") as environment:
    environment.write("\n".join(sorted(os.environ)))


def answer(message, result):
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)


def tick():
    print("this is no message", flush=True)


for line in sys.stdin:
    log.write(line)
    message = json.loads(line)
    method = message.get("method")
    if method == "initialize":
        answer(message, {
            "protocolVersion": message["params"]["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "stubborn", "version": "1"}})
        tick()
    elif method == "tools/call" and message["params"]["name"] == "quick":
        answer(message, {"content": [{"type": "text", "text": "quick"}]})
log.write("(end of input)\n")
while True:
    time.sleep(1)
