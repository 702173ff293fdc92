#!/bin/sh
# Case 79: an undo says done while what the shell changed stays changed.
#   setup | agent | check, each with the folder
# One edit as a tool for files makes it, and seven changes that only a shell makes. For each path check says whether
# it is back.
cd "$2" || exit 2
case "$1" in
setup)
    mkdir emptydir
    for name in a b g o s; do echo "$name" > "$name.txt"; done
    mv s.txt 'with space.txt'
    echo '#!/bin/sh' > c.sh
    ;;
agent)
    echo a2 > a.txt
    rm g.txt
    mv o.txt new.txt
    sed -i s/b/b2/ b.txt
    chmod +x c.sh
    ln -s a.txt link
    rmdir emptydir
    echo s2 > 'with space.txt'
    ;;
check)
    same() { if [ "$(cat "$1")" = "$2" ]; then echo "back $1"; else echo "changed $1"; fi; }
    same a.txt a
    same b.txt b
    same g.txt g
    same o.txt o
    same 'with space.txt' s
    if [ -x c.sh ]; then echo "changed c.sh"; else echo "back c.sh"; fi
    if [ -e new.txt ]; then echo "changed new.txt"; else echo "back new.txt"; fi
    if [ -L link ]; then echo "changed link"; else echo "back link"; fi
    if [ -d emptydir ]; then echo "back emptydir"; else echo "changed emptydir"; fi
    ;;
esac
