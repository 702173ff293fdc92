package dev.quietus.client.stop;

import dev.quietus.client.json.JsonObject;

import java.net.URI;
import java.util.Optional;

/** Presses stop and nothing else; started by a test that looks at what it loads. */
final class ColdStopProgram {

    private ColdStopProgram() {}

    public static void main(String[] arguments) {
        StopAnswer answer = EmergencyStop.at(URI.create(arguments[0]), Optional.of("token"))
                .press("r", JsonObject.builder().put("reason", "cold").build());
        System.exit(answer instanceof StopAnswer.Acknowledged ? 0 : 1);
    }
}
