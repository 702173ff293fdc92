package dev.quietus.cli.view;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonString;
import dev.quietus.client.json.JsonValue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A stop receipt as one HTML page that stands alone: to print, to attach, to read without Quietus.
 * It has no script and loads nothing; whatever came from outside stands in it as text. The page is
 * not the proof: the signed envelope at its end is.
 */
public final class ReceiptPage {
    private static final String HEAD = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy"
                content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="viewport" content="width=device-width">
            <title>""";

    private static final String STYLE = """
            </title>
            <style>
            body { font: 15px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto;
              padding: 0 1rem; color: #1c1e21; }
            h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.05rem; margin: 1.6rem 0 .3rem; }
            .lead { color: #555; margin: .2rem 0 1rem; }
            .person { border-left: 4px solid #b3261e; padding-left: .8rem; }
            table { border-collapse: collapse; width: 100%; }
            th, td { text-align: left; vertical-align: top; padding: .2rem .6rem .2rem 0;
              border-top: 1px solid #ddd; overflow-wrap: anywhere; }
            th { width: 32%; font-weight: 500; color: #444; }
            pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 12px; }
            @media (prefers-color-scheme: dark) {
              body { background: #16181b; color: #e4e6e8; } .lead, th { color: #aab; }
              th, td { border-color: #333; } }
            </style>
            </head>
            <body>
            """;

    private final StringBuilder out = new StringBuilder();

    private ReceiptPage() {}

    /**
     * The page.
     *
     * @param ordered the receipt in reading order, as {@link ReceiptText#ordered} gives it
     * @param envelope what was signed, with its signatures
     */
    public static String of(JsonObject ordered, JsonObject envelope) {
        ReceiptPage page = new ReceiptPage();
        page.write(ordered.object("stop_receipt"), envelope);
        return page.out.toString();
    }

    private void write(JsonObject receipt, JsonObject envelope) {
        boolean quiet = receipt.string("decision").equals("stopped_and_quiet");
        String title =
                (quiet ? "Stopped and quiet: " : "Stop incomplete: ") + receipt.string("run_id");
        out.append(HEAD).append(escaped(title)).append(STYLE);
        out.append(quiet ? "<h1>● " : "<h1 class=\"person\">▲ ").append(escaped(title));
        out.append("</h1>\n<p class=\"lead\">")
                .append(escaped("barrier " + receipt.string("barrier_id") + " · revision "
                        + receipt.optionalInteger("revision").orElse(1)
                        + " · asked by "
                        + receipt.optionalString("requested_by").orElse("unknown")))
                .append("</p>\n");
        List<String> plain = new ArrayList<>();
        for (String name : receipt.asMap().keySet()) {
            if (!nested(receipt, name)) {
                plain.add(name);
            }
        }
        rows(receipt, plain);
        receipt.asMap().keySet().stream()
                .filter(name -> nested(receipt, name))
                .forEach(name -> section(receipt, name));
        out.append("<h2>The signed envelope</h2>\n<p class=\"lead\">This page is a copy to read. ")
                .append("Save the text below as receipt.json; <code>quietus verify receipt.json ")
                .append("--key FILE</code> tells whether it holds.</p>\n<pre>")
                .append(escaped(envelope.toPrettyJson()))
                .append("</pre>\n</body>\n</html>\n");
    }

    private static boolean nested(JsonObject object, String name) {
        JsonValue value = object.member(name).orElseThrow();
        return value instanceof JsonObject || value instanceof JsonArray;
    }

    private void section(JsonObject receipt, String name) {
        JsonValue value = receipt.member(name).orElseThrow();
        out.append("<h2>").append(escaped(words(name))).append("</h2>\n");
        if (value instanceof JsonObject object) {
            rows(object, List.copyOf(object.asMap().keySet()));
        } else if (value instanceof JsonArray array) {
            if (array.values().isEmpty()) {
                out.append("<p>none</p>\n");
            }
            for (JsonValue each : array.values()) {
                if (each instanceof JsonObject object) {
                    rows(object, List.copyOf(object.asMap().keySet()));
                } else {
                    out.append("<p>").append(escaped(shown(each))).append("</p>\n");
                }
            }
        }
    }

    private void rows(JsonObject object, List<String> names) {
        out.append("<table>\n");
        for (String name : names) {
            JsonValue value = object.member(name).orElseThrow();
            out.append("<tr><th>").append(escaped(words(name))).append("</th><td>");
            if (value instanceof JsonObject inner) {
                rows(inner, List.copyOf(inner.asMap().keySet()));
            } else {
                out.append(escaped(shown(value)));
            }
            out.append("</td></tr>\n");
        }
        out.append("</table>\n");
    }

    private static String words(String name) {
        return name.replace('_', ' ');
    }

    private static String shown(JsonValue value) {
        return value instanceof JsonString text ? text.value() : Yaml.of(value).strip();
    }

    /** Text as it stands between tags; nothing of it becomes markup or a hidden direction mark. */
    private static String escaped(String text) {
        return text.lines()
                .map(SafeText::of)
                .collect(Collectors.joining("\n"))
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
