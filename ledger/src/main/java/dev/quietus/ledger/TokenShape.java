package dev.quietus.ledger;

import static dev.quietus.ledger.schema.Tables.TOKEN;

import dev.quietus.core.authority.Token;
import java.util.List;

/** How a token lies in its row; when it was revoked is a column of its own. */
final class TokenShape {
    private static final Words<Token.Role> ROLE = new Words<>(Token.Role.class);

    static final Shape<Token> SHAPE = new Shape<>(
            TOKEN,
            List.of(TOKEN.HASH, TOKEN.ROLE, TOKEN.NAME, TOKEN.CREATED_AT),
            1,
            List.of(),
            TokenShape::write,
            TokenShape::read);

    private TokenShape() {}

    private static void write(RowWriter out, Token token) {
        out.text(token.hash()).word(ROLE, token.role()).text(token.name()).time(token.createdAt());
    }

    private static Token read(RowReader in) {
        return new Token(in.text(), in.word(ROLE), in.text(), in.time());
    }
}
