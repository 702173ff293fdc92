package dev.quietus.execution;

import java.nio.file.Path;

/** The Java that runs the tests, for tests that need another process of it. */
public final class OwnJava {
    /** Its program. */
    public static final String PROGRAM =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private OwnJava() {}
}
