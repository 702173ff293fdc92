package dev.quietus.drill.cases;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is drilled, where, and how it is reported.
 *
 * @param target the running server; none: a throw-away one
 * @param only the cases to run; empty: all
 * @param report the form of the report
 * @param reportFile where the report goes; none: to the standard output
 * @param list whether the cases are only listed
 * @param servicePort where the drill's own deployment service listens for a running server
 */
public record DrillSettings(
        Optional<Target> target,
        Set<DrillCase> only,
        ReportForm report,
        Optional<Path> reportFile,
        boolean list,
        int servicePort) {

    /** Where the drill's deployment service listens unless it is told otherwise. */
    public static final int USUAL_SERVICE_PORT = 7273;

    /**
     * A running server.
     *
     * @param url where it listens
     * @param token an operator's token
     */
    public record Target(URI url, String token) {

        /** Without the token. */
        @Override
        public String toString() {
            return "Target[" + url + "]";
        }
    }

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException when the port is not from 1 to 65535
     */
    public DrillSettings {
        if (servicePort < 1 || servicePort > 65_535) {
            throw new IllegalArgumentException(
                    "--service-port: expected 1 to 65535, found " + servicePort);
        }
        only = Set.copyOf(only);
    }

    /** All cases against a throw-away server, as a table. */
    public static DrillSettings defaults() {
        return new DrillSettings(
                Optional.empty(),
                Set.of(),
                ReportForm.TABLE,
                Optional.empty(),
                false,
                USUAL_SERVICE_PORT);
    }

    /** The same against a running server. */
    public DrillSettings against(URI url, String token) {
        return new DrillSettings(
                Optional.of(new Target(url, token)), only, report, reportFile, list, servicePort);
    }

    /**
     * The same with one more case to run, by its name.
     *
     * @throws IllegalArgumentException when there is no such case
     */
    public DrillSettings andOnly(String caseName) {
        Set<DrillCase> more = new LinkedHashSet<>(only);
        more.add(DrillCase.of(caseName));
        return new DrillSettings(target, more, report, reportFile, list, servicePort);
    }

    /** The same with another form of the report. */
    public DrillSettings reportedAs(ReportForm form) {
        return new DrillSettings(target, only, form, reportFile, list, servicePort);
    }

    /** The same with the report in a file. */
    public DrillSettings reportedTo(Path file) {
        return new DrillSettings(target, only, report, Optional.of(file), list, servicePort);
    }

    /** The same, only listing the cases. */
    public DrillSettings listing() {
        return new DrillSettings(target, only, report, reportFile, true, servicePort);
    }

    /** The same with the drill's deployment service at another port. */
    public DrillSettings servingAt(int port) {
        return new DrillSettings(target, only, report, reportFile, list, port);
    }

    /** The cases to run, in their order. */
    List<DrillCase> cases() {
        List<DrillCase> chosen = new ArrayList<>();
        for (DrillCase each : DrillCase.values()) {
            if (only.isEmpty() || only.contains(each)) {
                chosen.add(each);
            }
        }
        return List.copyOf(chosen);
    }
}
