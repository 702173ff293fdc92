package dev.quietus.execution.undo;

import dev.quietus.execution.files.FileState;
import dev.quietus.execution.files.TrackedPath;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;

/** Real hands that fail at their Nth step, in one of several ways. */
final class FaultyHands implements Hands {
    /** How a step fails. */
    enum Fault {
        /** The process dies before it. */
        DIES_BEFORE,
        /** The process dies in the middle of it, or before it where it has no middle. */
        DIES_WITHIN,
        /** The process dies after it. */
        DIES_AFTER,
        /** The system refuses it. */
        REFUSED
    }

    /** The process is dead: nobody may catch this. */
    static final class Died extends Error {
        private static final long serialVersionUID = 1L;
    }

    private final Hands real;
    private final int failing;
    private final Fault fault;
    private int steps;

    FaultyHands(Path root, int failing, Fault fault) {
        this.real = new RealHands(root);
        this.failing = failing;
        this.fault = fault;
    }

    boolean failed() {
        return steps >= failing;
    }

    private interface Step {
        void take() throws IOException;
    }

    private void step(Step step) throws IOException {
        steps++;
        if (steps != failing) {
            step.take();
            return;
        }
        switch (fault) {
            case DIES_BEFORE, DIES_WITHIN -> throw new Died();
            case DIES_AFTER -> {
                step.take();
                throw new Died();
            }
            case REFUSED -> throw new IOException("no space left");
        }
    }

    @Override
    public void writeFile(TrackedPath folder, Path temporary, Content content) throws IOException {
        if (steps + 1 == failing && fault == Fault.DIES_WITHIN) {
            steps++;
            real.writeFile(folder, temporary, out -> {
                ByteArrayOutputStream whole = new ByteArrayOutputStream();
                content.copyTo(whole);
                out.write(whole.toByteArray(), 0, whole.size() / 2);
                throw new Died();
            });
        }
        step(() -> real.writeFile(folder, temporary, content));
    }

    @Override
    public void makeFolder(TrackedPath folder, Path temporary) throws IOException {
        step(() -> real.makeFolder(folder, temporary));
    }

    @Override
    public void makeLink(TrackedPath folder, Path temporary, Path target) throws IOException {
        step(() -> real.makeLink(folder, temporary, target));
    }

    @Override
    public void own(TrackedPath folder, Path name, FileState.Access access) throws IOException {
        step(() -> real.own(folder, name, access));
    }

    @Override
    public void permit(TrackedPath folder, Path name, int mode) throws IOException {
        step(() -> real.permit(folder, name, mode));
    }

    @Override
    public void rename(TrackedPath folder, Path temporary, Path name) throws IOException {
        step(() -> real.rename(folder, temporary, name));
    }

    @Override
    public void removeFile(TrackedPath folder, Path name) throws IOException {
        step(() -> real.removeFile(folder, name));
    }

    @Override
    public void removeFolder(TrackedPath folder, Path name) throws IOException {
        step(() -> real.removeFolder(folder, name));
    }

    @Override
    public void removeLeftover(TrackedPath folder, Path temporary) throws IOException {
        step(() -> real.removeLeftover(folder, temporary));
    }

    @Override
    public void makeRoot() throws IOException {
        step(real::makeRoot);
    }

    @Override
    public void force(TrackedPath folder) throws IOException {
        step(() -> real.force(folder));
    }
}
