package dev.quietus.execution.unit;

/** How firmly a unit is held, strongest first. Named in every result. */
public enum Rung {
    /** Linux: a control group of its own, and every orphan comes back to its supervisor. */
    CGROUP("cgroup and sub-reaper", true),
    /** Linux: every orphan comes back to its supervisor. */
    SUBREAPER("sub-reaper", true),
    /** Linux: a process namespace of its own, which the kernel ends with its first process. */
    PID_NAMESPACE("pid namespace", true),
    /** Windows: a Job Object. */
    JOB_OBJECT("job object", true),
    /** A session and process group of its own; who leaves both is not seen. */
    GROUP("process group", false),
    /** The JDK's own processes only: who is handed to another parent is not seen. */
    TREE("process tree", false);

    private final String words;
    private final boolean sees;

    Rung(String words, boolean sees) {
        this.words = words;
        this.sees = sees;
    }

    /** What people read. */
    public String words() {
        return words;
    }

    /** Whether a look can prove that everything has ended. */
    public boolean canProve() {
        return sees;
    }
}
