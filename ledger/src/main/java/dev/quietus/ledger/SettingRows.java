package dev.quietus.ledger;

import static dev.quietus.ledger.Template.given;
import static dev.quietus.ledger.schema.Tables.SETTING;

import java.util.Optional;

/** Small named facts that belong to no tree, as one transaction sees them. */
final class SettingRows {
    private static final Template GET = new Template(dialect -> dialect.dsl()
            .select(SETTING.CONTENT)
            .from(SETTING)
            .where(SETTING.NAME.eq(given(SETTING.NAME))));

    private static final Template HOLD = new Template(dialect -> dialect.locked(
            dialect.dsl()
                    .select(SETTING.CONTENT)
                    .from(SETTING)
                    .where(SETTING.NAME.eq(given(SETTING.NAME))),
            Dialect.Lock.ROW_SHARED));

    private static final Template PUT = new Template(dialect -> dialect.dsl()
            .insertInto(SETTING, SETTING.NAME, SETTING.CONTENT)
            .values(given(SETTING.NAME), given(SETTING.CONTENT))
            .onConflict(SETTING.NAME)
            .doUpdate()
            .set(SETTING.CONTENT, given(SETTING.CONTENT)));

    private static final Template ADD = new Template(dialect -> dialect.dsl()
            .insertInto(SETTING, SETTING.NAME, SETTING.CONTENT)
            .values(given(SETTING.NAME), given(SETTING.CONTENT))
            .onConflict(SETTING.NAME)
            .doNothing());

    private final Turn turn;

    SettingRows(Turn turn) {
        this.turn = turn;
    }

    /** What is recorded. */
    Optional<String> get(String name) {
        return turn.all(RowReader::text, GET, name).stream().findFirst();
    }

    /** The same, and nobody changes it before the commit. */
    Optional<String> hold(String name) {
        return turn.all(RowReader::text, HOLD, name).stream().findFirst();
    }

    void put(String name, String content) {
        turn.change(PUT, name, content, content);
    }

    /** Records it where nothing is recorded yet. */
    void add(String name, String content) {
        turn.change(ADD, name, content);
    }
}
