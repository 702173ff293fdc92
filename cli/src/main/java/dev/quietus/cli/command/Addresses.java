package dev.quietus.cli.command;

import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Exit;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.http.QuietusProblemException;
import dev.quietus.client.json.JsonObject;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds what an id on the command line means. An operation is {@code RUN/OPERATION}, or its own id
 * alone where no other run has one of that name.
 */
final class Addresses {

    private static final int NOT_FOUND = 404;
    private static final int MOST_SLASHES = 8;

    private final Invocation invocation;

    Addresses(Invocation invocation) {
        this.invocation = invocation;
    }

    /**
     * The operation of that address.
     *
     * @throws CommandException if there is none, or if several runs have one
     */
    JsonObject operation(String address) {
        return findOperation(address)
                .orElseThrow(() -> new CommandException(
                        Exit.NOT_FOUND,
                        "there is no operation '" + address
                                + "'; 'quietus operations RUN' lists those of a run"));
    }

    /** The same; empty if there is none. */
    Optional<JsonObject> findOperation(String address) {
        int slash = address.indexOf('/');
        for (int tries = 0; slash > 0 && tries < MOST_SLASHES; tries++) {
            String run = address.substring(0, slash);
            String operation = address.substring(slash + 1);
            if (!operation.isEmpty()) {
                Optional<JsonObject> found =
                        find(HttpCall.get("v1", "runs", run, "operations", operation));
                if (found.isPresent()) {
                    return found;
                }
            }
            slash = address.indexOf('/', slash + 1);
        }
        return alone(address);
    }

    private Optional<JsonObject> alone(String operation) {
        Optional<JsonObject> answer = find(HttpCall.get("v1", "operations", operation));
        List<JsonObject> namesakes =
                answer.isPresent() ? answer.get().array("operations").objects() : List.of();
        if (namesakes.size() < 2) {
            return namesakes.stream().findFirst();
        }
        List<String> runs = new ArrayList<>();
        for (JsonObject namesake : namesakes) {
            runs.add(namesake.string("run_id") + "/" + operation);
        }
        throw CommandException.usage(
                "several runs have an operation '" + operation + "': " + String.join(", ", runs));
    }

    /** The answer; empty if there is no such thing. */
    Optional<JsonObject> find(HttpCall call) {
        try {
            return Optional.of(invocation.call(call));
        } catch (QuietusProblemException problem) {
            if (problem.status() == NOT_FOUND) {
                return Optional.empty();
            }
            throw problem;
        }
    }
}
