package dev.quietus.cli.view;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows in columns, two spaces apart. On a terminal the widest columns are cut until a row fits one
 * line; in a pipe nothing is cut. For one thread.
 */
public final class Table {

    private static final int GAP = 2;
    private static final int NARROWEST = 6;
    private static final int NARROW_TEXT = 12;

    private final List<Column> columns = new ArrayList<>();
    private final List<List<Cell>> rows = new ArrayList<>();

    private record Column(String title, boolean right, boolean yields) {}

    /**
     * One field.
     *
     * @param text what it says; made safe for a terminal
     * @param tone its colour
     */
    public record Cell(String text, Tone tone) {
        /** Makes the text safe. */
        public Cell {
            text = SafeText.of(text);
        }

        /** Plain text. */
        public static Cell of(String text) {
            return new Cell(text, Tone.PLAIN);
        }

        /** A sign with the word beside it. */
        public static Cell of(Sign sign, String word) {
            return new Cell(sign.symbol() + " " + word, sign.tone());
        }
    }

    /** Adds a column of ids and words of one's own; these are cut before the others. */
    public Table text(String title) {
        columns.add(new Column(title, false, true));
        return this;
    }

    /** Adds a column whose fields begin at its left edge. */
    public Table left(String title) {
        columns.add(new Column(title, false, false));
        return this;
    }

    /** Adds a column whose fields end at its right edge. */
    public Table right(String title) {
        columns.add(new Column(title, true, false));
        return this;
    }

    /** Adds a row; fields that are left out at its end are empty. */
    public Table row(Cell... cells) {
        rows.add(List.of(cells));
        return this;
    }

    /** The lines with the titles first, as the console can show them. */
    public List<String> lines(Console console) {
        int[] widths = fitted(console.width());
        List<String> lines = new ArrayList<>();
        List<Cell> titles = new ArrayList<>();
        for (Column column : columns) {
            titles.add(new Cell(column.title(), Tone.DIM));
        }
        lines.add(line(titles, widths, console));
        for (List<Cell> row : rows) {
            lines.add(line(row, widths, console));
        }
        return lines;
    }

    private int[] fitted(int most) {
        int[] widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Line.length(columns.get(i).title());
            for (List<Cell> row : rows) {
                if (i < row.size()) {
                    widths[i] = Math.max(widths[i], Line.length(row.get(i).text()));
                }
            }
        }
        int total = GAP * (widths.length - 1);
        for (int width : widths) {
            total += width;
        }
        total = cut(widths, total, most, true);
        cut(widths, total, most, false);
        return widths;
    }

    /** Cuts the widest column, one character at a time, until the row fits or all are narrow. */
    private int cut(int[] widths, int before, int most, boolean yielding) {
        int total = before;
        while (total > most) {
            int widest = -1;
            for (int i = 0; i < widths.length; i++) {
                boolean may = !yielding || columns.get(i).yields();
                if (may && (widest < 0 || widths[i] > widths[widest])) {
                    widest = i;
                }
            }
            if (widest < 0 || widths[widest] <= (yielding ? NARROW_TEXT : NARROWEST)) {
                break;
            }
            widths[widest]--;
            total--;
        }
        return total;
    }

    private String line(List<Cell> cells, int[] widths, Console console) {
        StringBuilder line = new StringBuilder();
        int pending = 0;
        for (int i = 0; i < cells.size(); i++) {
            String text = Line.cut(cells.get(i).text(), widths[i]);
            int room = widths[i] - Line.length(text);
            boolean right = columns.get(i).right();
            if (!text.isEmpty()) {
                line.repeat(' ', pending + (right ? room : 0));
                line.append(console.toned(cells.get(i).tone(), text));
                pending = right ? 0 : room;
            } else {
                pending += room;
            }
            pending += GAP;
        }
        return line.toString();
    }
}
