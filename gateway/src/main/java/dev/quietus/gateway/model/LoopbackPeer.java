package dev.quietus.gateway.model;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Scanner;

/**
 * Whose process is at the other end of a connection within this machine: Linux tells the user of
 * each socket in {@code /proc/net/tcp} and {@code tcp6}, see proc(5).
 */
final class LoopbackPeer {
    private static final List<Path> TABLES =
            List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
    private static final long ROOT = 0;
    private static final int USER = 7;

    private LoopbackPeer() {}

    /**
     * Tells whether it is a process of another user than this one and root. False where the system
     * does not tell.
     */
    static boolean isOfAnotherUser(Socket accepted) {
        OptionalLong peer = user(accepted.getPort(), accepted.getLocalPort());
        if (peer.isEmpty() || peer.getAsLong() == ROOT) {
            return false;
        }
        try {
            Object own = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
            return ((Number) own).longValue() != peer.getAsLong();
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException untold) {
            return false;
        }
    }

    private static OptionalLong user(int from, int to) {
        return TABLES.stream()
                .map(table -> user(table, from, to))
                .filter(OptionalLong::isPresent)
                .findFirst()
                .orElse(OptionalLong.empty());
    }

    private static OptionalLong user(Path table, int from, int to) {
        try (BufferedReader lines = Files.newBufferedReader(table, StandardCharsets.US_ASCII)) {
            return user(lines, from, to);
        } catch (IOException absent) {
            return OptionalLong.empty();
        }
    }

    /** The user of the socket that is connected from this port to that one. */
    static OptionalLong user(BufferedReader lines, int from, int to) throws IOException {
        String local = String.format(Locale.ROOT, ":%04X ", from);
        String remote = String.format(Locale.ROOT, ":%04X ", to);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            int first = line.indexOf(local);
            // Between the two ports stands the remote address only.
            if (first >= 0 && line.indexOf(remote, first + local.length()) >= 0) {
                return OptionalLong.of(new Scanner(line)
                        .tokens()
                        .skip(USER)
                        .mapToLong(Long::parseLong)
                        .findFirst()
                        .orElseThrow());
            }
        }
        return OptionalLong.empty();
    }
}
