#!/usr/bin/env python3
"""table.py results.jsonl ... : one row for each executor, as markdown. A cell: '.' nothing left, N survivors, H no end within
the limit, L effects after the end though nobody was seen, ! the executor said that all had ended while some lived."""
import json
import sys

results, executors, fixtures = {}, [], []
for name in sys.argv[1:]:
    for line in open(name):
        one = json.loads(line)
        results[one["executor"], one["fixture"]] = one
        if one["executor"] not in executors:
            executors.append(one["executor"])
        if one["fixture"] not in fixtures:
            fixtures.append(one["fixture"])
fixtures.sort()


def cell(one):
    if one is None:
        return " "
    if one.get("error"):
        return "E"
    text = str(one["survivors"]) if one["survivors"] else "."
    if one["hung"]:
        text += "H"
    if one["late_effects"] and not one["survivors"]:
        text += "L"
    report = one.get("report", {})
    if one["survivors"] and (report.get("confirmed") is True or report.get("claimed_survivors") == 0):
        text += "!"
    return text


print("| executor | " + " | ".join(name[:2] for name in fixtures) + " | with survivors | hung | worst to last death |")
print("|---|" + "--|" * len(fixtures) + "--|--|--|")
for executor in executors:
    row = [results.get((executor, name)) for name in fixtures]
    done = [one for one in row if one and not one.get("error")]
    deaths = [one["cancel_to_dead_ms"] for one in done if one["cancel_to_dead_ms"] is not None]
    print("| %s | %s | %d/%d | %d | %s ms |" % (
        executor, " | ".join(cell(one) for one in row), sum(bool(one["survivors"]) for one in done), len(done),
        sum(one["hung"] for one in done), max(deaths, default="-")))
