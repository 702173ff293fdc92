package dev.quietus.server.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** All calls of the interface; finds the one that a request means. Immutable once built. */
public final class Routes {
    /** The member of a problem that lists the methods of the path. */
    static final String ALLOW = "allow";

    /** What is answered like a GET, without the body. */
    static final String HEAD = "HEAD";

    private final List<Route> routes;
    private final List<Place> places;

    /** A call, and the segments of its path. */
    private record Place(Route route, List<String> segments) {}

    /** Builds the table. */
    public Routes(List<Route> routes) {
        this.routes = List.copyOf(routes);
        this.places = this.routes.stream()
                .map(route -> new Place(route, route.segments()))
                .toList();
    }

    /** Every call. */
    public List<Route> all() {
        return routes;
    }

    /**
     * What a path leads to.
     *
     * @param route the call
     * @param parts the named parts of the path, decoded
     */
    record Found(Route route, Map<String, String> parts) {}

    /**
     * Finds the call.
     *
     * @throws Problem when there is no such path, or not with this method
     */
    Found find(String method, String rawPath) {
        List<String> segments = segments(rawPath);
        Set<String> methods = new TreeSet<>();
        for (Place place : places) {
            Optional<Map<String, String>> parts = match(place.segments(), segments);
            if (parts.isPresent()) {
                Route route = place.route();
                if (route.method().equals(method.equals(HEAD) ? "GET" : method)) {
                    return new Found(route, parts.get());
                }
                methods.add(route.method());
            }
        }
        if (methods.isEmpty()) {
            throw new Problem(
                    Problem.Code.NOT_FOUND, "there is no such path; /openapi.json lists all");
        }
        if (methods.contains("GET")) {
            methods.add(HEAD);
        }
        String allowed = String.join(", ", methods);
        throw new Problem(Problem.Code.METHOD_NOT_ALLOWED, "this path takes " + allowed)
                .with(ALLOW, allowed);
    }

    private static List<String> segments(String rawPath) {
        List<String> all = new ArrayList<>();
        for (String segment : rawPath.substring(rawPath.startsWith("/") ? 1 : 0).split("/", 20)) {
            all.add(Request.decoded(segment, false));
        }
        return all;
    }

    private static Optional<Map<String, String>> match(
            List<String> template, List<String> segments) {
        if (template.size() != segments.size()) {
            return Optional.empty();
        }
        Map<String, String> parts = new HashMap<>();
        for (int i = 0; i < template.size(); i++) {
            String expected = template.get(i);
            String found = segments.get(i);
            if (expected.startsWith("{") && !found.isEmpty()) {
                parts.put(expected.substring(1, expected.length() - 1), found);
            } else if (!expected.equals(found)) {
                return Optional.empty();
            }
        }
        return Optional.of(parts);
    }
}
