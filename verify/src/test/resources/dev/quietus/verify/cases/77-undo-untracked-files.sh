#!/bin/sh
# Case 77: an undo that cleans the whole tree takes along what the agent never touched.
#   setup | agent | person | check, each with the folder
# A repository with one changed rule for ignored files, a big ignored file and a person's untracked notes. The agent
# changes a tracked file, makes a new one, and only reads the notes; then a person edits and adds files.
cd "$2" || exit 2
case "$1" in
setup)
    git init -q
    git config user.email someone@example.invalid
    git config user.name someone
    mkdir data
    echo one > a.txt
    echo keep > other.txt
    git add .
    git commit -qm base
    echo 'data/' > .gitignore
    head -c 1000 /dev/zero > data/big.bin
    echo mine > notes.txt
    ;;
agent)
    echo two > a.txt
    echo new > new.txt
    cat notes.txt > /dev/null
    ;;
person)
    echo edited-by-person > other.txt
    mkdir output
    echo 1,2 > output/result.csv
    ;;
check)
    [ "$(cat a.txt)" = one ] && [ ! -e new.txt ] && echo "the agent's changes are taken back"
    [ "$(cat notes.txt)" = mine ] && [ "$(cat .gitignore)" = data/ ] && [ "$(wc -c < data/big.bin)" -eq 1000 ] \
        && echo "what was there is kept"
    [ "$(cat other.txt)" = edited-by-person ] && [ "$(cat output/result.csv)" = 1,2 ] \
        && echo "what a person did since is kept"
    ;;
esac
