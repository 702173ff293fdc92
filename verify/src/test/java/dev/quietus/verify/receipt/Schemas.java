package dev.quietus.verify.receipt;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

import dev.quietus.verify.documents.Document;

import java.util.List;

/** The published schema of the statement, and what it says of one. */
final class Schemas {
    static final String PATH = "docs/stop-receipt.schema.json";

    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    private static final Schema STATEMENT =
            REGISTRY.getSchema(Document.read(PATH).text(), InputFormat.JSON);

    private Schemas() {}

    /** What is wrong with a statement; empty where nothing is. */
    static List<String> faults(String statement) {
        return STATEMENT.validate(statement, InputFormat.JSON).stream()
                .map(Error::toString)
                .toList();
    }
}
