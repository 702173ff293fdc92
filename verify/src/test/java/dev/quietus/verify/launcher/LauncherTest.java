package dev.quietus.verify.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.verify.launcher.SmallTree.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the scripts need bash")
class LauncherTest {

    private static final String SEARCH = "QUIETUS_JDK_SEARCH";

    @TempDir
    private Path folder;

    private SmallTree tree;

    @BeforeEach
    void layTree() throws IOException {
        tree = new SmallTree(folder);
    }

    @Test
    void saysHowToGetAJdkWhereThereIsNone() throws IOException {
        Result result = tree.run(Map.of(SEARCH, tree.jdk("21.0.9").toString()), "quietus", "runs");

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .contains("needs Java 25 or later", "jdk-21.0.9 (Java 21)")
                .contains("temurin-25-jdk", "brew install", "https://adoptium.net");
        assertThat(tree.builds()).isEmpty();
    }

    @Test
    void refusesAnExplicitJavaThatIsTooOld() throws IOException {
        Result result = tree.run(
                Map.of(
                        "QUIETUS_JAVA_HOME",
                        tree.jdk("17.0.15").toString(),
                        SEARCH,
                        tree.jdk("25.0.3").toString()),
                "quietus",
                "runs");

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.err()).contains("QUIETUS_JAVA_HOME is ", "not a JDK 25");
    }

    @Test
    void passesOverAnOldJavaHomeAndTakesTheOldestThatFits() throws IOException {
        Result result = tree.run(
                Map.of(
                        "JAVA_HOME",
                        tree.jdk("17.0.15").toString(),
                        SEARCH,
                        String.join(
                                ":",
                                tree.jdk("26-ea").toString(),
                                tree.jdk("25.0.3").toString(),
                                tree.jdk("21.0.9").toString())),
                "quietus",
                "runs");

        assertThat(result.out()).startsWith("java 25.0.3: ");
        assertThat(tree.builds()).singleElement().asString().contains("jdk-25.0.3 ");
    }

    @Test
    void buildsOnceAndGivesTheArgumentsAsTheyAre() throws IOException {
        Map<String, String> environment = withJdk();
        Result first = tree.run(environment, "quietus", "show", "a b", "");
        Result second = tree.run(environment, "quietus", "runs");

        assertThat(first.exit()).isZero();
        assertThat(first.err()).startsWith("Building Quietus (first start, about a minute");
        assertThat(first.out()).endsWith("/lib/quietus.jar show a b \n");
        assertThat(second.err()).isEmpty();
        assertThat(tree.builds()).hasSize(1);
    }

    @Test
    void buildsAgainOnceASourceIsNewer() throws IOException {
        Map<String, String> environment = withJdk();
        tree.run(environment, "quietus", "runs");
        tree.change("core/src/main/java/Changed.java");
        Result result = tree.run(environment, "quietus", "runs");

        assertThat(result.err()).contains("Building Quietus (sources changed");
        assertThat(tree.builds()).hasSize(2);
    }

    @Test
    void stopTakesTheBuildThatIsThere() throws IOException {
        Map<String, String> environment = withJdk();
        tree.run(environment, "quietus", "runs");
        tree.change("core/src/main/java/Changed.java");
        Result result = tree.run(environment, "quietus", "--debug", "stop", "cc-run-4421");

        assertThat(result.exit()).isZero();
        assertThat(result.out()).contains("quietus.jar --debug stop cc-run-4421");
        assertThat(result.err()).contains("stop does not wait for a new one");
        assertThat(tree.builds()).hasSize(1);
    }

    @Test
    void showsTheEndOfTheLogWhenTheBuildFails() throws IOException {
        Map<String, String> environment = withJdk();
        environment.put("MAVEN_FAILS", "yes");
        Result result = tree.run(environment, "quietus", "runs");

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.err())
                .contains("the build failed", "the compiler has something to say")
                .contains("target/quietus-build.log");
        assertThat(tree.path("target/launch/lock")).doesNotExist();
    }

    @Test
    void twoStartsAtOnceBuildOnce() throws IOException {
        Map<String, String> environment = withJdk();
        environment.put("MAVEN_TAKES", "1");
        Process one = tree.start(environment, "quietus", "runs");
        Process two = tree.start(environment, "quietus", "events", "r");

        assertThat(tree.result(one).out()).endsWith("quietus.jar runs\n");
        assertThat(tree.result(two).out()).endsWith("quietus.jar events r\n");
        assertThat(tree.builds()).hasSize(1);
    }

    @Test
    void takesOverTheLockOfAProcessThatHasEnded() throws IOException {
        Process gone = tree.start(withJdk(), "quietus", "runs");
        tree.result(gone);
        Files.createDirectories(tree.path("target/launch/lock"));
        Files.writeString(tree.path("target/launch/lock/owner"), gone.pid() + " 1\n");
        tree.change("pom.xml");
        Result result = tree.run(withJdk(), "quietus", "runs");

        assertThat(result.exit()).isZero();
        assertThat(tree.builds()).hasSize(2);
        assertThat(tree.path("target/launch/lock")).doesNotExist();
    }

    @Test
    void doesNotWaitForeverForAnotherBuild() throws IOException {
        Files.createDirectories(tree.path("target/launch/lock"));
        Map<String, String> environment = withJdk();
        environment.put("QUIETUS_BUILD_WAIT_SECONDS", "1");
        Result result = tree.run(environment, "quietus", "runs");

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.err()).contains("has not ended in 1 s");
        assertThat(tree.builds()).isEmpty();
    }

    @Test
    void startsQuicklyWhatAPersonWaitsFor() throws IOException {
        Map<String, String> environment = withJdk();
        Result stop = tree.run(environment, "quietus", "stop", "r");
        Result serve = tree.run(environment, "quietus", "serve");

        assertThat(stop.out()).contains("-XX:+UseSerialGC -XX:TieredStopAtLevel=1");
        assertThat(serve.out()).doesNotContain("-XX:");
        assertThat(stop.out()).contains("--enable-native-access=ALL-UNNAMED");
    }

    @Test
    void testsHandTheJdkAndTheArgumentsToMaven() throws IOException {
        Result result = tree.run(withJdk(), "quietus-test", "-pl", "core");

        assertThat(result.exit()).isZero();
        assertThat(tree.builds())
                .singleElement()
                .asString()
                .contains("jdk-25.0.3 ")
                .endsWith(" verify -pl core");
    }

    private Map<String, String> withJdk() throws IOException {
        return new HashMap<>(Map.of(SEARCH, tree.jdk("25.0.3").toString()));
    }
}
