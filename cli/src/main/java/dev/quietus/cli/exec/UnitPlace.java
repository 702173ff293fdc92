package dev.quietus.cli.exec;

import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Exit;
import dev.quietus.client.json.JsonObject;
import dev.quietus.execution.files.UnitFolder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a command's output and report lie on this machine: {@code units/RUN/OPERATION} in the state
 * folder.
 *
 * @param files where its file effects lie
 */
public record UnitPlace(UnitFolder files) {
    /** Makes the folder. */
    public static UnitPlace of(Path state, String run, String operation) {
        UnitPlace place = new UnitPlace(UnitFolder.of(state, run, operation));
        try {
            Files.createDirectories(place.folder());
        } catch (IOException e) {
            throw new CommandException(
                    Exit.ERROR,
                    "exec: " + place.folder() + " can't be made: " + e.getMessage()
                            + "; nothing was recorded or run",
                    e);
        }
        return place;
    }

    private Path folder() {
        return files.operation();
    }

    /** Its standard output. */
    public Path output() {
        return folder().resolve("output");
    }

    /** Its standard error. */
    public Path error() {
        return folder().resolve("error");
    }

    /** Writes the report. */
    public void write(JsonObject report) throws IOException {
        Files.writeString(
                folder().resolve("report.json"), report.toJson() + "\n", StandardCharsets.UTF_8);
    }
}
