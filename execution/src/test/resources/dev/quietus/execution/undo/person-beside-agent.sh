#!/bin/sh
# A person works in the same repository beside an agent. Usage: person-beside-agent.sh STEP FOLDER
# setup: one committed file, one more, an ignore rule that is not committed, ignored data, a note.
# agent: what the command does. person: what somebody else does before the undo.
set -e
cd "$2"
case "$1" in
  setup)
    git -c init.defaultBranch=main init -q
    git config user.email tester@example.invalid
    git config user.name tester
    printf 'one\n' >a.txt
    printf 'keep\n' >other.txt
    git add .
    git commit -qm base
    printf 'data/\n' >.gitignore
    mkdir data
    head -c 1000 /dev/zero >data/big.bin
    printf 'mine\n' >notes.txt
    ;;
  agent)
    printf 'two\n' >a.txt
    printf 'new\n' >new.txt
    cat notes.txt >/dev/null
    ;;
  person)
    printf 'edited by a person\n' >other.txt
    mkdir output
    printf '1,2\n' >output/result.csv
    ;;
esac
