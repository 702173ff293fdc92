# Builds of this source tree for ./quietus, and the lock that ./quietus-test shares. Sourced, with
# `root` set to the source tree and QUIETUS_FOUND_JAVA to a JDK. Works in bash 3.2 and later.
#
# target/launch/current        name of the newest build
# target/launch/NAME/          bin, lib, and `stamp`, as old as the start of that build
# target/launch/NAME/in-use.P  process P runs from it
# target/launch/NAME/superseded  as old as the moment when another build took its place
# target/launch/lock/          held by the process named in lock/owner and its Maven, lock/maven

BUILD_LAUNCH="$root/target/launch"
BUILD_LOCK="$BUILD_LAUNCH/lock"
BUILD_LOG="$root/target/quietus-build.log"
BUILD_WAIT_SECONDS=${QUIETUS_BUILD_WAIT_SECONDS:-900}

# build_current: sets BUILD_CURRENT to the folder of the newest complete build, or "".
build_current() {
    local name=""
    BUILD_CURRENT=""
    [ -r "$BUILD_LAUNCH/current" ] || return 0
    IFS= read -r name <"$BUILD_LAUNCH/current" || true
    if [ -n "$name" ] && [ -r "$BUILD_LAUNCH/$name/lib/quietus.jar" ]; then
        BUILD_CURRENT="$BUILD_LAUNCH/$name"
    fi
}

# build_is_fresh FOLDER: true when no source is newer than the build. Folders count too, for what
# was deleted from them.
build_is_fresh() {
    local newer
    [ -e "$1/stamp" ] || return 1
    newer=$(find "$root/pom.xml" "$root"/*/pom.xml "$root"/*/*/pom.xml \
        "$root"/*/src/main "$root"/*/*/src/main -newer "$1/stamp" -print -quit 2>/dev/null)
    [ -z "$newer" ]
}

# build_find_maven: sets BUILD_MAVEN, or explains and returns 1.
build_find_maven() {
    if BUILD_MAVEN=$(command -v mvn); then
        return 0
    fi
    if [ -n "${MAVEN_HOME:-}" ] && [ -x "$MAVEN_HOME/bin/mvn" ]; then
        BUILD_MAVEN="$MAVEN_HOME/bin/mvn"
        return 0
    fi
    cat >&2 <<END
quietus: needs Maven to build from source and found none.
  Looked for mvn on PATH and in MAVEN_HOME.
  To get it:
    Debian, Ubuntu   apt install maven
    macOS            brew install maven
    anywhere         https://maven.apache.org, unpack it and add its bin folder to PATH
END
    return 1
}

# build_maven ARGS…: Maven on the JDK that was found, without its warnings about its own libraries.
build_maven() {
    JAVA_HOME=$QUIETUS_FOUND_JAVA \
        MAVEN_OPTS="--sun-misc-unsafe-memory-access=allow ${MAVEN_OPTS:-}" \
        "$BUILD_MAVEN" -B -f "$root/pom.xml" "$@"
}

# build_identity PID: prints what tells this process from a later one with the same id.
build_identity() {
    local stat=""
    if [ -r "/proc/$1/stat" ]; then
        IFS= read -r stat <"/proc/$1/stat" || true
        # Behind the command's name in brackets: first the state, as 20th field the start time.
        # shellcheck disable=SC2086
        set -- "$1" ${stat##*) }
        [ "${2:-}" != Z ] || set -- "$1"
        printf '%s %s\n' "$1" "${21:-ended}"
    else
        printf '%s %s\n' "$1" "$(LC_ALL=C TZ=UTC0 ps -o lstart= -p "$1" 2>/dev/null)"
    fi
}

# build_lives IDENTITY: true when the process that was noted so still runs.
build_lives() {
    kill -0 "${1%% *}" 2>/dev/null && [ "$1" = "$(build_identity "${1%% *}")" ]
}

# build_lock_is_stale: true when the holder of the lock and its Maven are gone. A lock that names
# nobody is being made at this moment, or its maker died in between: stale after a minute.
build_lock_is_stale() {
    local file noted named=""
    for file in owner maven; do
        noted=""
        [ ! -r "$BUILD_LOCK/$file" ] || IFS= read -r noted <"$BUILD_LOCK/$file" || true
        if [ -n "$noted" ]; then
            named=yes
            if build_lives "$noted"; then
                BUILD_LOCK_HOLDER=${noted%% *}
                return 1
            fi
        fi
    done
    [ -n "$named" ] || [ -n "$(find "$BUILD_LOCK" -prune -mmin +1 2>/dev/null)" ]
}

# build_clear_stale_lock: removes the lock of a dead process. One at a time, and looking again once
# it is alone, so that nobody removes the lock that another has just taken.
build_clear_stale_lock() {
    local breaker="$BUILD_LAUNCH/lock.breaker"
    if mkdir "$breaker" 2>/dev/null; then
        if build_lock_is_stale; then
            rm -rf "$BUILD_LOCK"
        fi
        rmdir "$breaker" 2>/dev/null
    elif [ -n "$(find "$breaker" -prune -mmin +1 2>/dev/null)" ]; then
        rmdir "$breaker" 2>/dev/null
    fi
    return 0
}

# build_lock: takes the lock, waiting for another holder at most BUILD_WAIT_SECONDS.
build_lock() {
    local said="" waited=0
    mkdir -p "$BUILD_LAUNCH" || return 1
    BUILD_LOCK_HOLDER="unknown"
    until mkdir "$BUILD_LOCK" 2>/dev/null; do
        if [ ! -d "$BUILD_LOCK" ] && [ ! -w "$BUILD_LAUNCH" ]; then
            echo "quietus: cannot write to $BUILD_LAUNCH; make it writable for you." >&2
            return 1
        fi
        if build_lock_is_stale; then
            build_clear_stale_lock
        elif [ "$waited" -ge "$((BUILD_WAIT_SECONDS * 5))" ]; then
            cat >&2 <<END
quietus: another build of this tree (process $BUILD_LOCK_HOLDER) has not ended in $BUILD_WAIT_SECONDS s.
  Wait for it, or end it and start again.
END
            return 1
        else
            if [ -z "$said" ] && [ "$waited" -ge 3 ]; then
                echo "Waiting for another build of Quietus (process $BUILD_LOCK_HOLDER)" >&2
                said=yes
            fi
            sleep 0.2 2>/dev/null || sleep 1
            waited=$((waited + 1))
        fi
    done
    BUILD_HAS_LOCK=yes
    build_identity "$$" >"$BUILD_LOCK/owner"
}

build_unlock() {
    if [ -n "${BUILD_HAS_LOCK:-}" ]; then
        BUILD_HAS_LOCK=""
        rm -rf "$BUILD_LOCK"
    fi
}

# build_abandon SIGNAL-NUMBER: ends the Maven that this process started, then this process.
build_abandon() {
    if [ -n "${BUILD_CHILD:-}" ]; then
        kill -TERM "$BUILD_CHILD" 2>/dev/null
        wait "$BUILD_CHILD" 2>/dev/null
    fi
    [ -z "${BUILD_NEXT:-}" ] || rm -rf "$BUILD_NEXT"
    build_unlock
    exit $((128 + $1))
}

# build_make: makes a build of the sources as they are now, unless another start has just done so,
# and sets BUILD_CURRENT to it. Explains and returns 1 where it can't.
build_make() {
    build_find_maven || return 1
    trap 'build_abandon 2' INT
    trap 'build_abandon 15' TERM
    trap 'build_abandon 1' HUP
    build_lock || return 1
    build_current
    local result=0
    if [ -z "$BUILD_CURRENT" ] || ! build_is_fresh "$BUILD_CURRENT"; then
        build_make_locked || result=1
    fi
    build_unlock
    trap - INT TERM HUP
    return $result
}

build_make_locked() {
    local first="first start, about a minute" name
    [ -z "$BUILD_CURRENT" ] || first="sources changed"
    echo "Building Quietus ($first; log: target/quietus-build.log)" >&2
    name="build-$(date -u +%Y%m%dT%H%M%SZ)-$$"
    BUILD_NEXT="$BUILD_LAUNCH/$name"
    mkdir "$BUILD_NEXT" && : >"$BUILD_NEXT/stamp" || return 1
    # In the background, so that a signal to this process is acted on at once.
    build_maven -Dstyle.color=never -Dmaven.test.skip=true -pl cli -am package </dev/null >"$BUILD_LOG" 2>&1 &
    BUILD_CHILD=$!
    build_identity "$BUILD_CHILD" >"$BUILD_LOCK/maven"
    local result=0
    wait "$BUILD_CHILD" || result=$?
    BUILD_CHILD=""
    if [ "$result" = 0 ]; then
        cp -Rp "$root/cli/target/quietus/." "$BUILD_NEXT/" >>"$BUILD_LOG" 2>&1 || result=$?
    fi
    if [ "$result" = 0 ] && [ ! -r "$BUILD_NEXT/lib/quietus.jar" ]; then
        echo "The build made no lib/quietus.jar." >>"$BUILD_LOG"
        result=1
    fi
    if [ "$result" != 0 ]; then
        rm -rf "$BUILD_NEXT"
        echo "quietus: the build failed. Its last lines:" >&2
        tail -n 20 "$BUILD_LOG" | sed 's/^/    /' >&2
        echo "  The whole log is target/quietus-build.log in $root." >&2
        return 1
    fi
    quietus_train_aot "$BUILD_NEXT"
    [ -z "$BUILD_CURRENT" ] || : >"$BUILD_CURRENT/superseded"
    printf '%s\n' "$name" >"$BUILD_LAUNCH/current.new" &&
        mv -f "$BUILD_LAUNCH/current.new" "$BUILD_LAUNCH/current" || return 1
    BUILD_CURRENT=$BUILD_NEXT
    BUILD_NEXT=""
    build_remove_old "$name"
}

# build_sweep_marks FOLDER: removes the marks of processes that have ended; sets BUILD_USED to
# "yes" when some live on.
build_sweep_marks() {
    local mark
    BUILD_USED=""
    for mark in "$1"/in-use.*; do
        [ -e "$mark" ] || continue
        if kill -0 "${mark##*.}" 2>/dev/null; then
            BUILD_USED=yes
        else
            rm -f "$mark"
        fi
    done
}

# build_mark_used: keeps BUILD_CURRENT from being removed while this process lives.
build_mark_used() {
    build_sweep_marks "$BUILD_CURRENT"
    : >"$BUILD_CURRENT/in-use.$$"
}

# build_remove_old NAME: removes builds other than NAME that no process uses. One that was replaced
# just now stays for the next time: a start may have read its name and not yet opened its files.
build_remove_old() {
    local folder
    for folder in "$BUILD_LAUNCH"/build-*; do
        [ -d "$folder" ] && [ "$folder" != "$BUILD_LAUNCH/$1" ] || continue
        build_sweep_marks "$folder"
        [ -z "$BUILD_USED" ] || continue
        if [ ! -r "$folder/lib/quietus.jar" ] ||
            [ -n "$(find "$folder/superseded" -mmin +10 2>/dev/null)" ] ||
            [ -n "$(find "$folder/stamp" -mtime +1 2>/dev/null)" ]; then
            rm -rf "$folder"
        fi
    done
    return 0
}
