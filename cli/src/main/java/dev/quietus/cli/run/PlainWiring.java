package dev.quietus.cli.run;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Any program: it finds the addresses of the model APIs and of the run in its environment. */
final class PlainWiring implements AgentWiring {
    @Override
    public Found find(Start start) {
        Map<String, URI> upstreams = new HashMap<>();
        for (String name : ModelDoors.NAMES) {
            ModelDoors.upstream(name, start).ifPresent(url -> upstreams.put(name, url));
        }
        return new Found(
                upstreams,
                Map.of(),
                List.of("its own tools and MCP servers, unless it asks itself (docs/agents.md)"));
    }

    @Override
    public Wired wire(Start start, Found found, Doors doors) {
        Map<String, String> environment = new HashMap<>(start.environment());
        environment.putAll(ModelDoors.variables(doors.models()));
        List<String> behind = new ArrayList<>(List.of("its processes"));
        if (!doors.models().isEmpty()) {
            behind.add("model APIs by their usual variables");
        }
        return new Wired(start.command(), environment, behind);
    }
}
