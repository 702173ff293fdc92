package dev.quietus.ledger;

import static dev.quietus.ledger.Template.given;
import static dev.quietus.ledger.schema.Tables.SETTING;
import static dev.quietus.ledger.schema.Tables.TOKEN;

import dev.quietus.core.authority.Token;
import java.util.List;
import java.util.Optional;

/** What belongs to no tree: the tokens, and whether new root runs are refused. */
final class TokenRecords {
    private static final String FROZEN = "frozen";

    private static final Template BY_HASH = new Template(dialect -> dialect.dsl()
            .select(TokenShape.SHAPE.fields())
            .from(TOKEN)
            .where(TOKEN.HASH.eq(given(TOKEN.HASH)))
            .and(TOKEN.REVOKED_AT.isNull()));

    private static final Template ALL = new Template(dialect -> dialect.dsl()
            .select(TokenShape.SHAPE.fields())
            .from(TOKEN)
            .where(TOKEN.REVOKED_AT.isNull())
            .orderBy(TOKEN.NAME, TOKEN.CREATED_AT, TOKEN.HASH));

    private static final Template REVOKE = new Template(dialect -> dialect.dsl()
            .update(TOKEN)
            .set(TOKEN.REVOKED_AT, given(TOKEN.REVOKED_AT))
            .where(TOKEN.NAME.eq(given(TOKEN.NAME)))
            .and(TOKEN.REVOKED_AT.isNull()));

    // Held by whoever registers a root run: freezing waits for those, and later ones see it.
    private static final Template GET = new Template(dialect -> dialect.locked(
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

    TokenRecords(Turn turn) {
        this.turn = turn;
    }

    Optional<Token> token(String hash) {
        return turn.one(TokenShape.SHAPE, BY_HASH, hash);
    }

    List<Token> all() {
        return turn.all(TokenShape.SHAPE, ALL);
    }

    void insert(Token token) {
        turn.insert(TokenShape.SHAPE, token);
    }

    int revoke(String name) {
        return turn.change(REVOKE, turn.now().toEpochMilli(), name);
    }

    String agreed(String name, String content) {
        String setting = "agreed:" + name;
        turn.change(ADD, setting, content);
        return turn.all(RowReader::text, GET, setting).getFirst();
    }

    boolean frozen() {
        return turn.all(RowReader::text, GET, FROZEN).contains("true");
    }

    void frozen(boolean frozen) {
        String content = Boolean.toString(frozen);
        turn.change(PUT, FROZEN, content, content);
    }
}
