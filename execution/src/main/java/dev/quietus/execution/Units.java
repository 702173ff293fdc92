package dev.quietus.execution;

import dev.quietus.execution.linux.LinuxUnits;
import dev.quietus.execution.unit.UnitSystem;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** The way in: what this machine offers to units, strongest first. */
public final class Units {
    private static final int HOST_BYTES = 6;

    /** What is wanted of a unit's containment. */
    public enum Wish {
        /** The strongest there is. */
        STRONGEST,
        /** Without control groups. */
        WITHOUT_CGROUP
    }

    private Units() {}

    /**
     * What this machine offers. Costs some ten milliseconds the first time.
     *
     * @throws UnsupportedOperationException when what is wished is not to be had here
     */
    public static UnitSystem open(Wish wish) {
        return LinuxUnits.open(wish == Wish.STRONGEST);
    }

    /**
     * The name of this machine: twelve hexadecimal digits from its machine id, see machine-id(5).
     * Where there is none, its host name takes its place.
     */
    public static String host() {
        for (Path file : List.of(Path.of("/etc/machine-id"), Path.of("/var/lib/dbus/machine-id"))) {
            try {
                String id = Files.readString(file).strip();
                if (!id.isEmpty()) {
                    return digest("machine:" + id);
                }
            } catch (IOException lacking) {
                continue;
            }
        }
        try {
            return digest("host:" + InetAddress.getLocalHost().getHostName());
        } catch (UnknownHostException e) {
            return digest("host:" + e.getMessage());
        }
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, HOST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
