package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

final class PackedRowTest {
    private static String packed(Object... values) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                PreparedStatement query = connection.prepareStatement(
                        "select json_array(" + "?,".repeat(values.length - 1) + "?)")) {
            for (int i = 0; i < values.length; i++) {
                query.setObject(i + 1, values[i]);
            }
            try (ResultSet found = query.executeQuery()) {
                return found.getString(1);
            }
        }
    }

    @Test
    void readsWhatSqlitePacks() throws SQLException {
        StringBuilder controls = new StringBuilder();
        for (char c = 0; c < ' '; c++) {
            controls.append(c).append('x');
        }
        Object[] values = {
            "",
            "plain",
            "\"\\/\"",
            "ends with \\",
            controls.toString(),
            "\u007f\u0085\u2028ü\ud83d\ude80",
            "[\"a\",null,1]",
            "null",
            "1,2]",
            null,
            0L,
            Long.MIN_VALUE,
            Long.MAX_VALUE,
            null
        };
        assertThat(PackedRow.values(packed(values), values.length)).containsExactly(values);
    }

    /** Every character that is none of a surrogate pair, in portions. */
    @Test
    void readsEveryCharacter() throws SQLException {
        for (int from = 0; from < 0x10000; from += 0x400) {
            StringBuilder text = new StringBuilder();
            for (int c = from; c < from + 0x400; c++) {
                if (!Character.isSurrogate((char) c)) {
                    text.append((char) c);
                }
            }
            Object[] values = {text.toString(), 1L};
            assertThat(PackedRow.values(packed(values), 2)).containsExactly(values);
        }
    }

    /** The store packs whatever lies in a column, which in SQLite need not be of its type. */
    @Test
    void refusesWhatNoColumnHolds() throws SQLException {
        String fraction = packed(1L, 1.5);
        assertThatThrownBy(() -> PackedRow.values(fraction, 2))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesARowOfAnotherWidth() throws SQLException {
        String row = packed(1L, 2L, "a");
        assertThat(PackedRow.values(row, 3)).containsExactly(1L, 2L, "a");
        assertThatThrownBy(() -> PackedRow.values(row, 2))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PackedRow.values(row, 4))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
