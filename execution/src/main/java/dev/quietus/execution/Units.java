package dev.quietus.execution;

import dev.quietus.core.ledger.Digests;
import dev.quietus.execution.linux.LinuxUnits;
import dev.quietus.execution.linux.NamespaceUnits;
import dev.quietus.execution.macos.MacUnits;
import dev.quietus.execution.plain.PlainUnits;
import dev.quietus.execution.unit.UnitSystem;
import dev.quietus.execution.windows.WindowsUnits;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The way in: what this machine offers to units, strongest first. */
public final class Units {
    private static final int HOST_DIGITS = 12;

    /** What is wanted of a unit's containment. */
    public enum Wish {
        /** The strongest there is. */
        STRONGEST,
        /** Without control groups. */
        WITHOUT_CGROUP,
        /** A process namespace of its own; changes what the command sees. */
        PID_NAMESPACE,
        /** What the JDK alone can do: never proves an end. */
        PLAIN
    }

    private Units() {}

    /**
     * What this machine offers. Costs some ten milliseconds the first time. Where the strongest is
     * not to be had, the next is given, and says why.
     *
     * @throws UnsupportedOperationException when what is wished by name is not to be had here
     */
    public static UnitSystem open(Wish wish) {
        return switch (wish) {
            case STRONGEST -> strongest(true);
            case WITHOUT_CGROUP -> strongest(false);
            case PID_NAMESPACE -> NamespaceUnits.open();
            case PLAIN -> PlainUnits.open("asked for");
        };
    }

    private static UnitSystem strongest(boolean useCgroups) {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        try {
            if (system.contains("linux")) {
                return LinuxUnits.open(useCgroups);
            }
            if (system.contains("mac")) {
                return MacUnits.open();
            }
            if (system.contains("windows")) {
                return WindowsUnits.open();
            }
            return PlainUnits.open("nothing more is known of " + system);
        } catch (UnsupportedOperationException | LinkageError | IllegalCallerException lacking) {
            return PlainUnits.open(
                    "native calls are not to be had: " + String.valueOf(lacking.getMessage()));
        }
    }

    /**
     * The name of this machine: twelve hexadecimal digits from its machine id, see machine-id(5).
     * Where there is none, its host name takes its place.
     */
    public static String host() {
        for (Path file : List.of(Path.of("/etc/machine-id"), Path.of("/var/lib/dbus/machine-id"))) {
            Optional<String> id = read(file).filter(text -> !text.isEmpty());
            if (id.isPresent()) {
                return digest("machine:" + id.get());
            }
        }
        try {
            return digest("host:" + InetAddress.getLocalHost().getHostName());
        } catch (UnknownHostException e) {
            return digest("host:" + String.valueOf(e.getMessage()));
        }
    }

    private static Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file).strip());
        } catch (IOException lacking) {
            return Optional.empty();
        }
    }

    private static String digest(String text) {
        return Digests.sha256(text).substring(0, HOST_DIGITS);
    }
}
