package dev.quietus.execution.escape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.quietus.core.ledger.Digests;
import dev.quietus.execution.OwnJava;
import dev.quietus.execution.Units;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Twenty-eight programs that escape naive stop code, each under our unit in a process of its own,
 * stopped in the middle, and then looked for by a checker that has nothing in common with us.
 */
@Execution(ExecutionMode.CONCURRENT)
final class EscapeTest {
    private static final int FIXTURES = 28;
    private static final String NOBODY =
            "setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps=-all ";
    /** Makes the checker's own group of this run one that the other user may use. */
    private static final String DELEGATED = "d=$0$(sed -n s/^0:://p /proc/self/cgroup);"
            + " chown 65534 $d $d/cgroup.procs $d/cgroup.subtree_control; exec \"$@\"";

    private static Path place = Path.of("");

    /** What the checker says of one fixture: its own members, and the report's. */
    private record Checked(String fixture, Map<String, String> values) {
        String value(String name) {
            return values.getOrDefault(name, "?");
        }
    }

    @BeforeAll
    static void makesThePrograms() throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "needs Linux");
        assumeTrue(has("python3") && has("cc"), "needs python3 and a C compiler");
        place = Files.createTempDirectory("escape-");
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
        copy(Path.of("src/test/resources/escape"), place.resolve("escape"));
        copy(home(Units.class), place.resolve("classes"));
        copy(home(EscapeMain.class).resolve("dev"), place.resolve("classes/dev"));
        // A folder of classes or a jar, as the build has it.
        run(Path.of(""), "cp", "-r", home(Digests.class).toString(), core().toString());
        run(place.resolve("escape"), "sh", "fixtures/build.sh");
        run(place, "chmod", "-R", "a+rX", place.toString());
    }

    @AfterAll
    static void removesThem() throws Exception {
        if (place.isAbsolute()) {
            run(Path.of("/"), "rm", "-rf", place.toString());
        }
    }

    private static Path core() {
        return place.resolve("core");
    }

    private static Path home(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private static boolean has(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    private static void copy(Path from, Path to) throws Exception {
        Files.createDirectories(to);
        run(Path.of(""), "cp", "-r", from.toAbsolutePath() + "/.", to.toString());
    }

    private static void run(Path directory, String... command) throws Exception {
        Process process = new ProcessBuilder(command)
                .directory(directory.toAbsolutePath().toFile())
                .inheritIO()
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(String.join(" ", command)).isZero();
    }

    /** Two at a time: most of what they do is to wait. */
    @Test
    void nothingSurvivesAStopWithAndWithoutAControlGroup() throws Exception {
        Future<?> without = begin("", "WITHOUT_CGROUP", "SUBREAPER");
        if (isRoot() && mount().isPresent()) {
            everythingEnds("", "STRONGEST", "CGROUP");
        }
        without.get(5, TimeUnit.MINUTES);
    }

    @Test
    void nothingSurvivesAStopAsAnotherUserWithAndWithoutAControlGroupOfItsOwn() throws Exception {
        assumeTrue(isRoot() && has("setpriv"), "needs root, to become another user");
        Future<?> without = begin(NOBODY, "STRONGEST", "SUBREAPER");
        if (mount().isPresent()) {
            everythingEnds(
                    "sh -c '" + DELEGATED + "' " + mount().get() + " " + NOBODY,
                    "STRONGEST",
                    "CGROUP");
        }
        without.get(5, TimeUnit.MINUTES);
    }

    private static Future<?> begin(String before, String wish, String rung) {
        FutureTask<?> task = new FutureTask<>(() -> {
            everythingEnds(before, wish, rung);
            return true;
        });
        Thread.ofPlatform().daemon().start(task);
        return task;
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static java.util.Optional<String> mount() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/mounts")).stream()
                .map(line -> line.split(" "))
                .filter(fields -> fields[2].equals("cgroup2"))
                .map(fields -> fields[1])
                .findFirst();
    }

    private static void everythingEnds(String before, String wish, String rung) throws Exception {
        List<Checked> all = check(before, wish);
        assertThat(all).hasSize(FIXTURES);
        for (Checked each : all) {
            assertThat(each.values()).as(each.fixture()).doesNotContainKey("error");
            assertThat(each.value("survivors")).as(each.fixture()).isEqualTo("0");
            assertThat(each.value("late_effects")).as(each.fixture()).isEqualTo("[]");
            assertThat(each.value("hung")).as(each.fixture()).isEqualTo("false");
            assertThat(each.value("confirmed")).as(each.fixture()).isEqualTo("true");
            assertThat(each.value("left")).as(each.fixture()).isEqualTo("0");
            assertThat(each.value("rung")).as(each.fixture()).isEqualTo(rung);
            assertThat(each.value("out_complete")).as(each.fixture()).isEqualTo("true");
        }
        // How the leader ended is what the system says, not what an exit code looks like.
        assertThat(leader(all, "06-nohup-bg")).isEqualTo("exit:0");
        assertThat(leader(all, "23-exit0-race")).isEqualTo("exit:0");
        assertThat(leader(all, "24-self-signal")).isEqualTo("signal:9");
        assertThat(leader(all, "25-fake-143")).isEqualTo("exit:143");
        assertThat(leader(all, "03-double-fork")).isEqualTo("signal:15");
        assertThat(leader(all, "01-ignore-term")).isEqualTo("signal:9");
        assertThat(of(all, "22-binary").value("bytes_intact")).isEqualTo("true");
        assertThat(of(all, "19-handoff").value("outside_alive")).isEqualTo("1");
    }

    private static Checked of(List<Checked> all, String fixture) {
        return all.stream()
                .filter(each -> each.fixture().equals(fixture))
                .findFirst()
                .orElseThrow();
    }

    private static String leader(List<Checked> all, String fixture) {
        return of(all, fixture).value("leader");
    }

    private static List<Checked> check(String before, String wish) throws Exception {
        Path results = Files.createTempFile(place, "results", ".jsonl");
        String template = before + OwnJava.PROGRAM
                + " -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED -cp "
                + place.resolve("classes") + File.pathSeparator + core() + " "
                + EscapeMain.class.getName() + " " + wish
                + " {cmd}";
        Process process = new ProcessBuilder(
                        "python3",
                        place.resolve("escape/check-escape").toString(),
                        "--template",
                        template,
                        "--cancel",
                        "stdin",
                        // What is asserted is who lives, not how fast a busy machine is.
                        "--hang",
                        "20",
                        "--life",
                        "45",
                        "--out",
                        results.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor(240, TimeUnit.SECONDS)).isTrue();
        List<Checked> all = new ArrayList<>();
        for (String line : Files.readAllLines(results)) {
            all.add(parsed(line));
        }
        return all;
    }

    private static final Pattern MEMBER =
            Pattern.compile("\"(\\w+)\": ?(\\[[^\\]]*\\]|\"[^\"]*\"|[^,{}\\s]+)");

    /** The checker's lines are flat but for our report, whose names are others than its own. */
    private static Checked parsed(String line) {
        Map<String, String> values = new HashMap<>();
        Matcher member = MEMBER.matcher(line);
        while (member.find()) {
            values.put(member.group(1), member.group(2).replace("\"", ""));
        }
        return new Checked(values.getOrDefault("fixture", line), values);
    }
}
