package dev.quietus.execution.files;

import java.io.File;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.ConfigConstants;
import org.eclipse.jgit.storage.file.FileBasedConfig;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;

/**
 * What the git library may learn of the system: nothing of the user's settings. Without this it
 * would start {@code git} to look for settings, measure for seconds how finely the file system
 * tells the time, and write that into the user's home. What it has to say comes as an exception;
 * its log, which would reach the terminal of a stopped command, is off.
 */
final class QuietSystem extends SystemReader {
    /** As coarse as any file system tells the time: FAT. */
    private static final Duration FILE_TIME = Duration.ofSeconds(2);

    /** Kept here, as the log manager itself would forget it. */
    private static final Logger TALK = Logger.getLogger("org.eclipse.jgit");

    private final SystemReader real;

    private QuietSystem(SystemReader real) {
        this.real = real;
        setPlatformChecker();
    }

    /** Puts it in place for this process. Doing so again changes nothing. */
    static synchronized void install() {
        if (!(SystemReader.getInstance() instanceof QuietSystem)) {
            TALK.setLevel(Level.OFF);
            SystemReader.setInstance(new QuietSystem(SystemReader.getInstance()));
        }
    }

    /** Settings that are empty and stay so, but for what would be measured. */
    private static final class NoSettings extends FileBasedConfig {
        NoSettings(Config base, FS fs) {
            super(base, new File("no-settings"), fs);
        }

        @Override
        public long getTimeUnit(
                String section, String subsection, String name, long usual, TimeUnit unit) {
            return section.equals(ConfigConstants.CONFIG_FILESYSTEM_SECTION)
                    ? unit.convert(FILE_TIME)
                    : super.getTimeUnit(section, subsection, name, usual, unit);
        }

        @Override
        public void load() {}

        @Override
        public void save() {}

        @Override
        public boolean isOutdated() {
            return false;
        }
    }

    @Override
    public String getHostname() {
        return "localhost";
    }

    @Override
    public String getenv(String variable) {
        return real.getenv(variable);
    }

    @Override
    public String getProperty(String key) {
        return real.getProperty(key);
    }

    @Override
    public FileBasedConfig openUserConfig(Config parent, FS fs) {
        return new NoSettings(parent, fs);
    }

    @Override
    public FileBasedConfig openSystemConfig(Config parent, FS fs) {
        return new NoSettings(parent, fs);
    }

    @Override
    public FileBasedConfig openJGitConfig(Config parent, FS fs) {
        return new NoSettings(parent, fs);
    }

    @Override
    @Deprecated
    @SuppressWarnings("deprecation") // the library asks its implementors for it
    public long getCurrentTime() {
        return real.getCurrentTime();
    }

    @Override
    @Deprecated
    @SuppressWarnings("InlineMeSuggester") // it is the library's to say what is to be used instead
    public int getTimezone(long when) {
        return 0;
    }
}
