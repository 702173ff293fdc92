package dev.quietus.cli.run;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How an agent is put behind the gateways for one run, without a change to its own settings. First
 * it is looked what there is, then the doors are opened, then the agent is pointed at them.
 */
interface AgentWiring {

    /**
     * The agent as it would be started.
     *
     * @param command the program and its arguments
     * @param environment its environment
     * @param directory where it starts
     */
    record Start(List<String> command, Map<String, String> environment, Path directory) {
        /** Copies what may be changed by the caller. */
        public Start {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
        }

        /** A variable that is set to something. */
        Optional<String> variable(String name) {
            return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
        }
    }

    /**
     * What there is to be put behind.
     *
     * @param upstreams where the agent's model APIs are, by dialect
     * @param servers the MCP servers, by the agent's name of them
     * @param notCovered what stays outside, in words
     */
    record Found(
            Map<String, URI> upstreams, Map<String, McpServer> servers, List<String> notCovered) {
        /** Copies what may be changed by the caller. */
        public Found {
            upstreams = Map.copyOf(upstreams);
            servers = Map.copyOf(servers);
            notCovered = List.copyOf(notCovered);
        }

        /** The same with the model APIs elsewhere, as far as the agent uses them. */
        Found to(Map<String, URI> wished) {
            Map<String, URI> changed = new HashMap<>(upstreams);
            changed.replaceAll((name, usual) -> wished.getOrDefault(name, usual));
            return new Found(changed, servers, notCovered);
        }
    }

    /**
     * The doors that are open.
     *
     * @param hooks the address of the door for hooks; a slash and the dialect's name follow
     * @param models by dialect, where the model API is now
     * @param readable the same for whoever can't keep an address to itself
     * @param folder a folder of this run's own for files that the agent is to read
     * @param run the run
     * @param grace how long whatever stands between may take to end in a stop
     */
    record Doors(
            String hooks,
            Map<String, String> models,
            Map<String, String> readable,
            Path folder,
            String run,
            Duration grace) {
        /** Copies what may be changed by the caller. */
        public Doors {
            models = Map.copyOf(models);
            readable = Map.copyOf(readable);
        }
    }

    /**
     * The agent as it is started.
     *
     * @param command the program and its arguments
     * @param environment its environment
     * @param behind what is behind the gateways, in words
     */
    record Wired(List<String> command, Map<String, String> environment, List<String> behind) {
        /** Copies what may be changed by the caller. */
        public Wired {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
            behind = List.copyOf(behind);
        }
    }

    /** Looks what there is. */
    Found find(Start start);

    /** Points the agent at the doors. */
    Wired wire(Start start, Found found, Doors doors);
}
