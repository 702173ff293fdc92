#!/usr/bin/env python3
"""An agent of your own behind Quietus, with nothing but the standard library.

    printf '%s\\n' 'make test' 'make deploy' |
        quietus run --agent other --effects none -- python3 agent.py

Each line of the input stands for a call of a shell tool that a model has asked for. Before each
one the agent asks whether it may start; while it runs it gives signs of life; at the end it tells
the result. It hears of a stop from three sides: the signal stream, the answer to a sign of life,
and SIGTERM. Exit code 75: stopped.
"""
import hashlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

URL = os.environ["QUIETUS_URL"]
RUN = urllib.parse.quote(os.environ["QUIETUS_RUN"], safe="")
TOKEN = os.environ.get("QUIETUS_TOKEN", "")
WORKER = f"agent-py-{os.getpid()}-{uuid.uuid4()}"
BEAT_SECONDS = 10
SILENCE_SECONDS = 30
STOPPED = 75

stopped = threading.Event()
waiting = threading.Event()


class Refused(Exception):
    """The server has said no: end, and do not ask again."""


def call(method, path, body=None):
    """One call. Raises Refused for a no, OSError where there was no answer."""
    request = urllib.request.Request(
        f"{URL}/v1/{path}",
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json", "Authorization": f"Bearer {TOKEN}"},
    )
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        problem = json.loads(error.read() or b"{}")
        if problem.get("retryable"):
            raise OSError(problem.get("detail")) from error
        raise Refused(problem.get("decision") or problem.get("code"), problem.get("detail")) from error


def insist(method, path, body):
    """Asks again until there is an answer: what is asked here never happens twice."""
    for pause in (0.2, 1, 3, 5, None):
        try:
            return call(method, path, body)
        except OSError as error:
            if pause is None:
                raise Refused("no_answer", str(error)) from error
            time.sleep(pause)


def follow_signals():
    """The signal stream says at once what the next begin would say anyway."""
    request = urllib.request.Request(
        f"{URL}/v1/runs/{RUN}/signals",
        headers={"Accept": "text/event-stream", "Authorization": f"Bearer {TOKEN}"},
    )
    while not stopped.is_set():
        try:
            event = ""
            with urllib.request.urlopen(request, timeout=30) as stream:
                for line in stream:
                    name, _, value = line.decode().strip().partition(":")
                    if name == "event":
                        event = value.strip()
                    elif name == "data" and event == "cancel_requested":
                        if json.loads(value)["selector"] == "everything":
                            stopped.set()
                            return
        except OSError:
            time.sleep(1)


def beat(path, attempt, ended):
    while not ended.wait(BEAT_SECONDS):
        try:
            answer = call("POST", f"{path}/heartbeat", {"attempt": attempt, "worker": WORKER})
            if answer["stop_requested"]:
                stopped.set()
        except (OSError, Refused):
            pass  # the next one asks again; what ends work is an answer, never the lack of one


def run_tool(number, command, authority):
    """Begins, runs and finishes one call of the shell tool."""
    operation = f"shell-{number}"
    path = f"runs/{RUN}/operations/{operation}"
    digest = hashlib.sha256(command.encode()).hexdigest()
    begun = insist(
        "POST",
        f"{path}/begin",
        {
            "lease": authority["lease"],
            "revocation_epoch": authority["revocation_epoch"],
            "worker": WORKER,
            "request_id": str(uuid.uuid4()),
            "heartbeat_timeout_seconds": SILENCE_SECONDS,
            "operation": {
                "kind": "tool_call",
                "tool": "agent.shell",
                "effects": "expected",
                # Its effects are on this machine: whoever sees its end says whether it has any.
                "provider": "execution",
                "arguments_digest": f"sha256:{digest}",
            },
        },
    )
    ended = threading.Event()
    threading.Thread(target=beat, args=(path, begun["attempt"], ended), daemon=True).start()
    try:
        facts = shell(command)
    finally:
        ended.set()
    insist("POST", f"{path}/finish", {"attempt": begun["attempt"], "worker": WORKER, **facts})


def shell(command):
    """What came of a command. A stop kills it with all of its group."""
    process = subprocess.Popen(["/bin/sh", "-c", command], start_new_session=True)
    while process.poll() is None:
        if stopped.wait(0.05):
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return {"outcome": "cancelled", "effect": "unknown", "error": "killed by a stop"}
    if process.returncode == 0:
        return {"outcome": "succeeded", "effect": "present"}
    return {"outcome": "failed", "effect": "present", "error": f"exit code {process.returncode}"}


def terminated(*_):
    stopped.set()
    if waiting.is_set():
        sys.exit(STOPPED)


def main():
    signal.signal(signal.SIGTERM, terminated)
    threading.Thread(target=follow_signals, daemon=True).start()
    try:
        authority = call("GET", f"runs/{RUN}")
        waiting.set()
        for number, line in enumerate(sys.stdin, 1):
            waiting.clear()
            if stopped.is_set():
                return STOPPED
            run_tool(number, line.strip(), authority)
            waiting.set()
        waiting.clear()
    except Refused as no:
        print("not started:", *no.args, file=sys.stderr)
        return STOPPED
    return STOPPED if stopped.is_set() else 0


if __name__ == "__main__":
    sys.exit(main())
