package dev.quietus.cli.command;

/** How the commands are grouped in the help. */
enum Group {
    /** What most people need. */
    FIRST("First"),
    /** Doing work under a run. */
    ACT("Act"),
    /** Looking things up. */
    LOOK("Look"),
    /** Decisions that take a person. */
    DECIDE("Decide"),
    /** Evidence. */
    PROVE("Prove"),
    /** Running the control plane. */
    OPERATE("Operate");

    private final String title;

    Group(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }
}
