package dev.quietus.server;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;

/** Everything that this process logs between its opening and its closing. */
public final class LogTrap implements AutoCloseable {
    /** Who lets loggers talk more locks this: they are one set for all classes. */
    public static final String LEVELS = "levels of loggers";

    private final List<LogRecord> records = new ArrayList<>();
    private final Map<Logger, @Nullable Level> before = new HashMap<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord logged) {
            synchronized (records) {
                records.add(logged);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    /** Opens one; the named loggers log all they can meanwhile. */
    public LogTrap(String... talkative) {
        handler.setLevel(Level.ALL);
        for (String name : talkative) {
            Logger logger = Logger.getLogger(name);
            before.put(logger, logger.getLevel());
            logger.setLevel(Level.ALL);
        }
        Logger.getLogger("").addHandler(handler);
    }

    /** The records that an operator would see: information and worse. */
    public List<String> shown() {
        synchronized (records) {
            return records.stream()
                    .filter(logged -> logged.getLevel().intValue() >= Level.INFO.intValue())
                    .map(LogTrap::text)
                    .toList();
        }
    }

    /** Every record, with its stack trace. */
    public String text() {
        synchronized (records) {
            return String.join("\n", records.stream().map(LogTrap::text).toList());
        }
    }

    private static String text(LogRecord logged) {
        StringWriter text = new StringWriter();
        text.append(logged.getLoggerName() + " " + logged.getLevel() + " ")
                .append(new SimpleFormatter().formatMessage(logged));
        Throwable thrown = logged.getThrown();
        if (thrown != null) {
            thrown.printStackTrace(new PrintWriter(text, true));
        }
        return text.toString();
    }

    @Override
    public void close() {
        Logger.getLogger("").removeHandler(handler);
        before.forEach(Logger::setLevel);
    }
}
