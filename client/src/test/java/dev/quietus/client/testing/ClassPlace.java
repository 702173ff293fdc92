package dev.quietus.client.testing;

import java.io.File;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Where classes come from, to start another process with them. */
public final class ClassPlace {

    private ClassPlace() {}

    /** The folder or jar of a class. */
    public static Path of(Class<?> type) {
        try {
            URI location =
                    type.getProtectionDomain().getCodeSource().getLocation().toURI();
            return Path.of(location);
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /** A class path of these places. */
    public static String path(Path... places) {
        return Arrays.stream(places)
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }
}
