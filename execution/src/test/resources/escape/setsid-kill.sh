#!/bin/sh
# What a careful shell script does: a session of its own, SIGTERM to the group, a grace, SIGKILL to the group.
# The line 'cancel' on standard input ends it; then it writes the report.
exec 3<&0
setsid "$@" </dev/null 3<&- &
leader=$!
( read -r word <&3; [ -n "$word" ] && echo "$word" >"$ESCAPE_REPORT.cancel" ) &
reader=$!
while kill -0 $leader 2>/dev/null && [ ! -s "$ESCAPE_REPORT.cancel" ]; do sleep 0.01; done
if [ -s "$ESCAPE_REPORT.cancel" ]; then
    kill -s TERM -- -$leader 2>/dev/null
    i=0
    while [ $i -lt 25 ] && kill -s 0 -- -$leader 2>/dev/null; do
        sleep 0.02
        i=$((i + 1))
    done
    kill -s KILL -- -$leader 2>/dev/null
fi
kill $reader 2>/dev/null
wait $leader
echo "{\"code\":$?}" >"$ESCAPE_REPORT.tmp"
mv "$ESCAPE_REPORT.tmp" "$ESCAPE_REPORT"
