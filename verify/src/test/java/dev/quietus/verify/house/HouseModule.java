package dev.quietus.verify.house;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One module of the house and what it may use, ground floor first. The table is the one of the
 * design: imports run one way. A module may use itself, the JDK and JSpecify's annotations besides
 * what stands here.
 *
 * @param name the module's folder and the third part of its packages
 * @param modules our modules that it may use
 * @param libraries first parts of the packages of other people's code that it may use
 */
record HouseModule(String name, List<String> modules, List<String> libraries) {

    static final List<HouseModule> ALL = List.of(
            new HouseModule("core", List.of(), List.of()),
            new HouseModule(
                    "ledger",
                    List.of("core"),
                    List.of(
                            "org.jooq",
                            "org.flywaydb",
                            "org.sqlite",
                            "org.postgresql",
                            "com.zaxxer")),
            new HouseModule("execution", List.of("core"), List.of("org.eclipse.jgit")),
            new HouseModule("client", List.of(), List.of()),
            new HouseModule("gateway", List.of("core", "client"), List.of("com.fasterxml.jackson")),
            new HouseModule(
                    "server",
                    List.of("core", "ledger", "client", "gateway", "execution"),
                    List.of(
                            "com.fasterxml.jackson",
                            "com.jayway.jsonpath",
                            "io.prometheus",
                            "org.slf4j",
                            "org.snakeyaml.engine")),
            new HouseModule("drill", List.of("client"), List.of()),
            new HouseModule(
                    "cli",
                    List.of("core", "ledger", "execution", "client", "gateway", "server", "drill"),
                    List.of("com.fasterxml.jackson", "org.snakeyaml.engine", "picocli")));

    private static final String OURS = "dev.quietus.";

    /** The module that owns a package of ours; empty for other people's packages. */
    static Optional<String> owning(String packageName) {
        if (!packageName.startsWith(OURS)) {
            return Optional.empty();
        }
        String rest = packageName.substring(OURS.length());
        int dot = rest.indexOf('.');
        return Optional.of(dot < 0 ? rest : rest.substring(0, dot));
    }

    /** Whether classes of this module may use classes of the package. */
    boolean mayUse(String packageName) {
        return owning(packageName)
                .map(owner -> owner.equals(name) || modules.contains(owner))
                .orElseGet(() -> Stream.concat(
                                Stream.of(
                                        "java",
                                        "javax",
                                        "jdk",
                                        "com.sun.net.httpserver",
                                        "org.jspecify"),
                                libraries.stream())
                        .anyMatch(allowed -> packageName.equals(allowed)
                                || packageName.startsWith(allowed + ".")));
    }
}
