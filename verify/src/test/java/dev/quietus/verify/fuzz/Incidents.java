package dev.quietus.verify.fuzz;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the program in this process complains of in its log, from its opening to its close. */
final class Incidents implements AutoCloseable {
    private final List<String> found = new CopyOnWriteArrayList<>();
    private final Logger logger = Logger.getLogger("dev.quietus");
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            if (line.getLevel().intValue() >= Level.WARNING.intValue()) {
                found.add(line.getMessage() + " " + line.getThrown());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    /** Begins to listen. */
    Incidents() {
        logger.addHandler(handler);
    }

    /** Everything so far. */
    List<String> found() {
        return List.copyOf(found);
    }

    @Override
    public void close() {
        logger.removeHandler(handler);
    }
}
