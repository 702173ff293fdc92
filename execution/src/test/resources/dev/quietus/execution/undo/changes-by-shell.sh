#!/bin/sh
# Every way in which a shell changes files. Usage: changes-by-shell.sh STEP FOLDER
set -e
cd "$2"
case "$1" in
  setup)
    mkdir emptydir
    printf 'a\n' >a.txt
    printf 'b\n' >b.txt
    printf 'g\n' >gone.txt
    printf 'o\n' >old.txt
    printf '#!/bin/sh\n' >c.sh
    printf 's\n' >'with space.txt'
    ;;
  agent)
    printf 'a2\n' >a.txt
    rm gone.txt
    mv old.txt new.txt
    sed -i s/b/b2/ b.txt
    chmod +x c.sh
    ln -s a.txt link
    rmdir emptydir
    printf 's2\n' >'with space.txt'
    ;;
esac
