package dev.quietus.verify.server;

import dev.quietus.drill.process.ChildProcess;
import dev.quietus.drill.process.Leash;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * What most children load, kept by one of them for the rest, so that they start in half the time:
 * the JVM's archive of classes. It is made for this process only, from the classes as they are now,
 * beside the tests and once they have shown that they start many children. Until then, and where it
 * can't be made, children start without it. Thread-safe.
 */
final class ClassArchive {
    /** An archive that does not fit costs time, never a start, and is no news for a test. */
    static final List<String> SILENT = List.of("-Xlog:cds*=off", "-Xlog:aot*=off");

    private static final int MANY = 4;
    private static final int LONGEST_SECONDS = 240;
    private static final String SEPARATOR = File.pathSeparator;
    private static final AtomicInteger STARTS = new AtomicInteger();
    private static final CompletableFuture<Optional<Path>> MADE = new CompletableFuture<>();
    private static volatile @Nullable Process training;

    private ClassArchive() {}

    /** Says that a child is about to start. */
    static void oneMore() {
        if (STARTS.incrementAndGet() == MANY) {
            Thread.ofPlatform().daemon().name("class-archive").start(ClassArchive::make);
        }
    }

    /** Has it made, however few children there are; empty where that fails. */
    static Optional<Path> made() {
        while (STARTS.get() < MANY) {
            oneMore();
        }
        return MADE.join();
    }

    private static void make() {
        Optional<Path> archive = Optional.empty();
        try {
            Path target = Path.of(System.getProperty("quietus.root", ".."), "verify", "target");
            Path folder = Files.createTempDirectory(target.toRealPath(), "class-archive-");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> forget(folder), "forget"));
            archive = Optional.of(trained(folder));
        } catch (IOException | UncheckedIOException failed) {
            System.err.println("children start without an archive of classes: " + failed);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            MADE.complete(archive);
        }
    }

    private static void forget(Path folder) {
        Process trained = training;
        try {
            if (trained != null) {
                trained.destroyForcibly().waitFor();
            }
            Installation.delete(folder);
        } catch (IOException | UncheckedIOException left) {
            System.err.println(folder + " stays: " + left);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static Path trained(Path folder) throws IOException, InterruptedException {
        String classPath = packed(folder);
        Path archive = folder.resolve("classes.jsa");
        List<String> options = new ArrayList<>(SILENT);
        options.addAll(List.of("-XX:ArchiveClassesAtExit=" + archive, "-cp", classPath));
        // Its input is closed below, so only the time of its leash bounds it.
        List<String> line = OwnJava.line(Leash.class, options);
        line.addAll(List.of(
                Integer.toString(LONGEST_SECONDS),
                "talking",
                ClassTraining.class.getName(),
                folder.toString()));
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("training.log").toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(key -> key.startsWith("QUIETUS_"));
        environment.put("XDG_STATE_HOME", folder.toString());
        environment.put("XDG_CONFIG_HOME", folder.toString());
        Process started = builder.start();
        training = started;
        started.getOutputStream().close();
        if (!started.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
            started.destroyForcibly();
            throw new IOException("the training goes on and on");
        }
        if (started.exitValue() != 0 || !Files.exists(archive)) {
            throw new IOException("the training ended with " + started.exitValue());
        }
        hand(folder.resolve("options"), archive, classPath);
        return archive;
    }

    /** From now on the children of this process, and theirs, have it. */
    private static void hand(Path file, Path archive, String classPath) throws IOException {
        List<String> options = new ArrayList<>(SILENT);
        options.addAll(List.of(
                quoted("-D" + ChildProcess.OPTIONS + "=" + file),
                quoted("-XX:SharedArchiveFile=" + archive),
                "-cp",
                quoted(classPath)));
        Files.write(file, options);
        System.setProperty(ChildProcess.OPTIONS, file.toString());
    }

    private static String quoted(String word) {
        return '"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** The class path without folders, from which the JVM archives nothing. */
    private static String packed(Path folder) throws IOException {
        List<String> packed = new ArrayList<>();
        for (String part : System.getProperty("java.class.path").split(SEPARATOR, -1)) {
            Path path = Path.of(part).toAbsolutePath();
            if (part.isEmpty() || !Files.exists(path)) {
                continue;
            }
            packed.add((Files.isDirectory(path)
                            ? jar(path, folder.resolve(packed.size() + ".jar"))
                            : path)
                    .toString());
        }
        return String.join(SEPARATOR, packed);
    }

    private static Path jar(Path classes, Path jar) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> all = Files.walk(classes)) {
            out.setLevel(Deflater.NO_COMPRESSION);
            for (Path path : all.filter(each -> !each.equals(classes)).toList()) {
                boolean inner = Files.isDirectory(path);
                String name = classes.relativize(path).toString().replace(File.separatorChar, '/');
                out.putNextEntry(new ZipEntry(inner ? name + "/" : name));
                if (!inner) {
                    Files.copy(path, out);
                }
                out.closeEntry();
            }
        }
        return jar;
    }
}
