package dev.quietus.ledger;

import static dev.quietus.ledger.Template.given;
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

    private final Turn turn;
    private final SettingRows settings;

    TokenRecords(Turn turn) {
        this.turn = turn;
        this.settings = new SettingRows(turn);
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
        settings.add(setting, content);
        return settings.hold(setting).orElseThrow();
    }

    /** Held by whoever registers a root run: freezing waits for those, and later ones see it. */
    boolean frozen() {
        return settings.hold(FROZEN).filter("true"::equals).isPresent();
    }

    void frozen(boolean frozen) {
        settings.put(FROZEN, Boolean.toString(frozen));
    }
}
