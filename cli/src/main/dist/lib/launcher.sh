# Finds a Java and starts Quietus with it. Sourced by bin/quietus of a release and by the scripts
# in the root of the source tree; never run by itself. Works in bash 3.2 (macOS) and later.
#
# Who sources it may call:
#   quietus_find_java jdk|jre   sets QUIETUS_FOUND_JAVA to a Java home, or explains and returns 1
#   quietus_launch HOME ARGS…   replaces this process with Quietus from HOME (HOME/lib/quietus.jar)
#   quietus_train_aot HOME      makes the start-up cache of HOME; never fails, never needed
#
# QUIETUS_JDK_SEARCH, when set, is a colon-separated list of Java homes that replaces the usual
# places. It is there for machines with unusual places and for the tests of this file.

QUIETUS_JAVA_NEEDED=25

# quietus_java_major HOME: sets QUIETUS_MAJOR to the feature version of the Java in HOME, or 0.
# Reads HOME/release, which every JDK since 9 has; starts the Java only where that file is missing.
quietus_java_major() {
    QUIETUS_MAJOR=0
    [ -x "$1/bin/java" ] || return 0
    local line version=""
    if [ -r "$1/release" ]; then
        while IFS= read -r line || [ -n "$line" ]; do
            case "$line" in
                JAVA_VERSION=*)
                    version=${line#JAVA_VERSION=}
                    break
                    ;;
            esac
        done <"$1/release"
    fi
    if [ -z "$version" ]; then
        version=$("$1/bin/java" -version 2>&1 </dev/null | sed -n 's/.* version \("[^"]*"\).*/\1/p')
    fi
    version=${version//\"/}
    version=${version%%[!0-9]*}
    QUIETUS_MAJOR=${version:-0}
}

# quietus_java_fits HOME jdk|jre: true when HOME is recent enough and, for jdk, has a compiler.
quietus_java_fits() {
    quietus_java_major "$1"
    [ "$QUIETUS_MAJOR" -ge "$QUIETUS_JAVA_NEEDED" ] || return 1
    [ "$2" = jre ] || [ -x "$1/bin/javac" ]
}

# quietus_consider HOME jdk|jre: keeps HOME when it fits and is older than what was kept so far, so
# that the version this project is tested with wins over a newer one.
quietus_consider() {
    if quietus_java_fits "$1" "$2"; then
        if [ -z "$QUIETUS_FOUND_JAVA" ] || [ "$QUIETUS_MAJOR" -lt "$QUIETUS_FOUND_MAJOR" ]; then
            QUIETUS_FOUND_JAVA=$1
            QUIETUS_FOUND_MAJOR=$QUIETUS_MAJOR
        fi
    fi
    if [ "$QUIETUS_MAJOR" -gt 0 ]; then
        QUIETUS_SEEN="$QUIETUS_SEEN
    $1 (Java $QUIETUS_MAJOR)"
    fi
}

# quietus_usual_places jdk|jre: considers every Java home in the usual places of this system.
quietus_usual_places() {
    local home
    if [ -n "${QUIETUS_JDK_SEARCH+set}" ]; then
        local rest="$QUIETUS_JDK_SEARCH:"
        while [ -n "$rest" ]; do
            home=${rest%%:*}
            rest=${rest#*:}
            [ -z "$home" ] || quietus_consider "$home" "$1"
        done
        return 0
    fi
    for home in \
        /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /usr/local/openjdk-* /opt/* /opt/java/* \
        "${HOME:-/nonexistent}"/.sdkman/candidates/java/* \
        "${HOME:-/nonexistent}"/.jdks/* \
        "${HOME:-/nonexistent}"/.asdf/installs/java/* \
        "${HOME:-/nonexistent}"/.local/share/mise/installs/java/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home \
        "${HOME:-/nonexistent}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
        /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
        /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
        /home/linuxbrew/.linuxbrew/opt/openjdk*/libexec; do
        # Debian keeps second names of a JDK as links beside it.
        [ -x "$home/bin/java" ] && [ ! -L "$home" ] && quietus_consider "$home" "$1"
    done
    if [ -z "$QUIETUS_FOUND_JAVA" ] && [ -x /usr/libexec/java_home ]; then
        home=$(/usr/libexec/java_home -v "$QUIETUS_JAVA_NEEDED" 2>/dev/null) || home=""
        [ -z "$home" ] || quietus_consider "$home" "$1"
    fi
    if [ -z "$QUIETUS_FOUND_JAVA" ] && home=$(command -v java); then
        while [ -L "$home" ]; do
            local target
            target=$(readlink "$home")
            case "$target" in
                /*) home=$target ;;
                *) home=$(dirname "$home")/$target ;;
            esac
        done
        quietus_consider "$(dirname "$(dirname "$home")")" "$1"
    fi
    return 0
}

quietus_find_java() {
    QUIETUS_FOUND_JAVA=""
    QUIETUS_FOUND_MAJOR=0
    QUIETUS_SEEN=""
    if [ -n "${QUIETUS_JAVA_HOME:-}" ]; then
        if quietus_java_fits "$QUIETUS_JAVA_HOME" "$1"; then
            QUIETUS_FOUND_JAVA=$QUIETUS_JAVA_HOME
            return 0
        fi
        cat >&2 <<END
quietus: QUIETUS_JAVA_HOME is $QUIETUS_JAVA_HOME, which is not a JDK $QUIETUS_JAVA_NEEDED or later.
  Point it to one, or unset it to let Quietus look in the usual places.
END
        return 1
    fi
    if [ -n "${JAVA_HOME:-}" ]; then
        if quietus_java_fits "$JAVA_HOME" "$1"; then
            QUIETUS_FOUND_JAVA=$JAVA_HOME
            return 0
        fi
        QUIETUS_SEEN="
    $JAVA_HOME (JAVA_HOME, Java $QUIETUS_MAJOR)"
    fi
    quietus_usual_places "$1"
    [ -z "$QUIETUS_FOUND_JAVA" ] || return 0
    cat >&2 <<END
quietus: needs Java $QUIETUS_JAVA_NEEDED or later (a $1) and found none.
  Looked at QUIETUS_JAVA_HOME, JAVA_HOME, the usual places of this system and PATH. Seen:${QUIETUS_SEEN:-
    no Java at all}
  To get one:
    Debian, Ubuntu   apt install temurin-$QUIETUS_JAVA_NEEDED-jdk   (from Adoptium's package source)
    macOS            brew install temurin@$QUIETUS_JAVA_NEEDED
    anywhere         https://adoptium.net, unpack it and set JAVA_HOME to its folder
END
    return 1
}

# quietus_java_flags HOME COMMAND: sets the array QUIETUS_FLAGS. Everything a person waits for
# starts with the small collector and the quick compiler; what runs for long gets the JVM's own
# choice.
quietus_java_flags() {
    QUIETUS_FLAGS=(--enable-native-access=ALL-UNNAMED)
    case "$2" in
        serve | bench | drill) ;;
        *) QUIETUS_FLAGS+=(-XX:+UseSerialGC -XX:TieredStopAtLevel=1) ;;
    esac
    quietus_aot_flags "$1" "$2"
}

# The commands that a start-up cache serves: those with the flags it was made with. Stop has one of
# its own, for everything that a cache keeps is loaded at each start.
quietus_aot_flags() {
    local made_with="" cache=look
    case "$2" in
        serve | bench | drill) return 0 ;;
        stop) cache=stop ;;
    esac
    [ -r "$1/lib/quietus-$cache.aot" ] && [ -r "$1/lib/quietus.aot.java" ] || return 0
    IFS= read -r made_with <"$1/lib/quietus.aot.java" || true
    [ "$made_with" = "$QUIETUS_FOUND_JAVA" ] || return 0
    # A cache that no longer fits costs time, never a start, and is no news for the user.
    QUIETUS_FLAGS+=("-XX:AOTCache=$1/lib/quietus-$cache.aot" -Xlog:aot=off -Xlog:cds=off)
}

# Made by rehearsing a stop, and a look at runs, against a server that only pretends: the emergency
# path is the one that has to be quick. Nothing waits for each of them longer than 20 s.
quietus_train_aot() {
    local cache
    rm -f "$1/lib/quietus-stop.aot" "$1/lib/quietus-look.aot" "$1/lib/quietus.aot.java"
    quietus_java_flags "$1" stop
    for cache in stop look; do
        quietus_train_one "$1" "$cache"
    done
    if [ -s "$1/lib/quietus-stop.aot" ]; then
        printf '%s\n' "$QUIETUS_FOUND_JAVA" >"$1/lib/quietus.aot.java"
    fi
    return 0
}

quietus_train_one() {
    local waited=0 child
    "$QUIETUS_FOUND_JAVA/bin/java" "${QUIETUS_FLAGS[@]}" \
        "-XX:AOTCacheOutput=$1/lib/quietus-$2.aot" -Xlog:aot=off -Xlog:cds=off \
        -jar "$1/lib/quietus.jar" start-up-cache "$2" \
        </dev/null >/dev/null 2>&1 &
    child=$!
    while kill -0 "$child" 2>/dev/null; do
        if [ "$waited" -ge 100 ]; then
            kill -KILL "$child" 2>/dev/null
            rm -f "$1/lib/quietus-$2.aot"
        fi
        sleep 0.2 2>/dev/null || sleep 1
        waited=$((waited + 1))
    done
    wait "$child" 2>/dev/null || true
}

# quietus_command ARGS…: sets QUIETUS_COMMAND to the first argument that is no option, or "".
quietus_command() {
    local arg
    QUIETUS_COMMAND=""
    for arg in "$@"; do
        case "$arg" in
            -*) ;;
            *)
                QUIETUS_COMMAND=$arg
                return 0
                ;;
        esac
    done
}

quietus_launch() {
    local home=$1
    shift
    quietus_command "$@"
    quietus_java_flags "$home" "$QUIETUS_COMMAND"
    # QUIETUS_JAVA_OPTS is split at blanks on purpose: it is a list of options.
    # shellcheck disable=SC2086
    exec "$QUIETUS_FOUND_JAVA/bin/java" "${QUIETUS_FLAGS[@]}" ${QUIETUS_JAVA_OPTS:-} \
        -jar "$home/lib/quietus.jar" "$@"
}
