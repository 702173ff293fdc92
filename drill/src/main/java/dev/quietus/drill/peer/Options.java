package dev.quietus.drill.peer;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;

/**
 * What the command line of a peer says. Where the server is and what speaks for the peer stands in
 * the environment ({@code QUIETUS_URL}, {@code QUIETUS_TOKEN}), as for any other program.
 *
 * @param name what the peer calls itself towards the server
 * @param service where the deployment service listens
 * @param queue the built-in queue that it serves, if it serves one
 * @param deaf whether it holds no connection by which it could be told of a stop
 */
record Options(String name, String service, Optional<String> queue, boolean deaf) {

    /**
     * Reads the command line.
     *
     * @throws IllegalArgumentException when it is wrong
     */
    static Options of(String[] arguments) {
        Optional<String> name = Optional.empty();
        Optional<String> service = Optional.empty();
        Optional<String> queue = Optional.empty();
        boolean deaf = false;
        Deque<String> rest = new ArrayDeque<>(Arrays.asList(arguments));
        while (!rest.isEmpty()) {
            String flag = rest.pop();
            switch (flag) {
                case "--name" -> name = Optional.of(value(flag, rest));
                case "--service" -> service = Optional.of(value(flag, rest));
                case "--queue" -> queue = Optional.of(value(flag, rest));
                case "--deaf" -> deaf = true;
                default -> throw new IllegalArgumentException("no such option: " + flag);
            }
        }
        return new Options(
                name.orElseThrow(() -> new IllegalArgumentException("--name is missing")),
                service.orElseThrow(() -> new IllegalArgumentException("--service is missing")),
                queue,
                deaf);
    }

    private static String value(String flag, Deque<String> rest) {
        if (rest.isEmpty()) {
            throw new IllegalArgumentException(flag + " needs a value");
        }
        return rest.pop();
    }
}
