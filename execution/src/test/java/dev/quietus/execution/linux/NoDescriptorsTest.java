package dev.quietus.execution.linux;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.execution.OwnJava;
import dev.quietus.execution.unit.ProcessKey;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A process whose descriptors have run out sees nothing, and concludes nothing from that. */
@EnabledOnOs(OS.LINUX)
final class NoDescriptorsTest {
    private static final int OPEN_AT_MOST = 64;
    private static final ProcessKey SELF = Proc.self();

    @Test
    void whatCanNotBeLookedAtHasNotEnded() throws Exception {
        Process process = new ProcessBuilder(
                        "sh",
                        "-c",
                        "ulimit -n " + OPEN_AT_MOST + "; exec \"$@\"",
                        "sh",
                        OwnJava.PROGRAM,
                        "-cp",
                        System.getProperty("java.class.path"),
                        NoDescriptorsTest.class.getName())
                .redirectErrorStream(true)
                .start();
        String told = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(told.lines())
                .containsExactly(
                        "seen: true, ended: false, nobody ended: true, complete: true",
                        "seen: false, ended: false, nobody ended: true, complete: false");
    }

    /** Looks, takes all descriptors, looks again and then tells both. */
    public static void main(String[] arguments) {
        // The first look loads what the second one needs.
        String before = look();
        List<InputStream> taken = new ArrayList<>();
        try {
            while (taken.size() < OPEN_AT_MOST) {
                taken.add(Files.newInputStream(Path.of("/dev/null")));
            }
        } catch (IOException none) {
            String after = look();
            taken.forEach(NoDescriptorsTest::close);
            System.out.println(before);
            System.out.println(after);
        }
    }

    private static String look() {
        return "seen: " + ProcChildren.all().filter(Set::isEmpty).isPresent()
                + ", ended: " + Proc.hasEnded(SELF)
                + ", nobody ended: " + Proc.hasEnded(new ProcessKey(4_194_305, 1))
                + ", complete: " + new Adoption().find("mark").complete();
    }

    private static void close(InputStream stream) {
        try {
            stream.close();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
