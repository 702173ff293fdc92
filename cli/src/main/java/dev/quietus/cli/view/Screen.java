package dev.quietus.cli.view;

/** The size of the terminal that a command writes to. May change while it is looked at. */
public interface Screen {

    /** The characters of one line, at least 20. */
    int columns();

    /** The lines, at least 5. */
    int rows();
}
