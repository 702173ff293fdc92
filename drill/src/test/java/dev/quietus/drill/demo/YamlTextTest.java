package dev.quietus.drill.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;
import org.junit.jupiter.api.Test;

/** A receipt as people read it. */
class YamlTextTest {

    @Test
    void writesBlocksWithTwoSpacesALevel() {
        assertThat(YamlText.lines(Json.parseObject("""
                        {"stop_receipt":{"run_id":"cc-run-4421","authority":{"current_epoch":18},
                         "in_flight":[{"operation_id":"a","cancellation":{"provider_response":
                         "accepted"}},{"operation_id":"b"}],"list":["x","z"],
                         "none":[],"no":{}}}""")))
                .containsExactly(
                        "stop_receipt:",
                        "  run_id: cc-run-4421",
                        "  authority:",
                        "    current_epoch: 18",
                        "  in_flight:",
                        "    - operation_id: a",
                        "      cancellation:",
                        "        provider_response: accepted",
                        "    - operation_id: b",
                        "  list:",
                        "    - x",
                        "    - z",
                        "  none: []",
                        "  \"no\": {}");
    }

    @Test
    void quotesWhatCouldBeReadAsSomethingElse() {
        assertThat(YamlText.lines(Json.parseObject("""
                        {"a":"2026-08-16T10:51:04.018Z","b":"007","c":"true","d":"","e":"x: y",
                         "f":"operator:thomas","g":"- no","h":"stop-run-01","i":"line\\nend",
                         "j":"1e9","k":"# no","l":"ends ","m":true,"n":null}""")))
                .containsExactly(
                        "a: 2026-08-16T10:51:04.018Z",
                        "b: \"007\"",
                        "c: \"true\"",
                        "d: \"\"",
                        "e: \"x: y\"",
                        "f: operator:thomas",
                        "g: \"- no\"",
                        "h: stop-run-01",
                        "i: \"line\\nend\"",
                        "j: \"1e9\"",
                        "k: \"# no\"",
                        "l: \"ends \"",
                        "m: true",
                        "\"n\": null");
    }

    @Test
    void putsTheMembersOfTheSourceFirstAndTheDecisionLast() {
        JsonObject receipt = Json.parseObject("""
                {"authority":{"current_epoch":2,"root_lease":"revoked"},"barrier_id":"b",
                 "decision":"d","effects":{},"evidence":{},"reconciliation":[],"run_id":"r",
                 "verified_at":"v","work":{}}""");
        assertThat(ReceiptOrder.asInTheSource(receipt).toJson())
                .isEqualTo("{\"barrier_id\":\"b\",\"run_id\":\"r\","
                        + "\"authority\":{\"root_lease\":\"revoked\",\"current_epoch\":2},"
                        + "\"work\":{},\"effects\":{},\"reconciliation\":[],\"evidence\":{},"
                        + "\"verified_at\":\"v\",\"decision\":\"d\"}");
    }
}
