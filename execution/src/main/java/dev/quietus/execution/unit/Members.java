package dev.quietus.execution.unit;

import java.util.List;

/** The processes of one unit. For one thread at a time. */
public interface Members {
    /** Looks who lives. */
    Look look();

    /**
     * Asks processes to end. Never reaches a process outside the unit.
     *
     * @param living those that were seen
     * @return how many were asked
     */
    int terminate(List<Member> living);

    /** Kills processes, those that were seen and those the system knows besides. */
    void kill(List<Member> living);

    /** How a proof of the end reads, such as {@code cgroup}. */
    String proof();

    /** Gives back what the system holds for the unit. Only when nobody lives any more. */
    void release();
}
