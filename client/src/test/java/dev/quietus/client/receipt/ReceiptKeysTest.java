package dev.quietus.client.receipt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class ReceiptKeysTest {

    private static String pem(String kind, byte[] der, String lineEnd) {
        return "-----BEGIN " + kind + "-----" + lineEnd
                + Base64.getMimeEncoder(
                                64, lineEnd.getBytes(java.nio.charset.StandardCharsets.US_ASCII))
                        .encodeToString(der)
                + lineEnd + "-----END " + kind + "-----" + lineEnd;
    }

    @Test
    void readsTheKeysOfARotationInTheirOrder() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
        KeyPair one = generator.generateKeyPair();
        KeyPair two = generator.generateKeyPair();
        String text = "# the old one\n" + pem("PUBLIC KEY", one.getPublic().getEncoded(), "\n")
                + "and the new one\r\n" + pem("PUBLIC KEY", two.getPublic().getEncoded(), "\r\n");
        assertThat(ReceiptKeys.fromPem(text))
                .containsExactly(ReceiptKey.of(one.getPublic()), ReceiptKey.of(two.getPublic()));
        byte[] digest =
                MessageDigest.getInstance("SHA-256").digest(one.getPublic().getEncoded());
        assertThat(ReceiptKeys.fromPem(text).get(0).keyid())
                .isEqualTo(HexFormat.of().formatHex(digest));
    }

    @Test
    void refusesWhatIsNoPublicKey() throws Exception {
        KeyPair ed = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        KeyPair ec = KeyPairGenerator.getInstance("EC").generateKeyPair();
        assertRefused("", "expected a PUBLIC KEY block, found none");
        assertRefused("-----BEGIN PUBLIC KEY", "a BEGIN line without its end");
        assertRefused(
                pem("PRIVATE KEY", ed.getPrivate().getEncoded(), "\n"),
                "expected a PUBLIC KEY block, found PRIVATE KEY");
        assertRefused(
                "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END CERTIFICATE-----",
                "key 1 has no END line");
        assertRefused(
                "-----BEGIN PUBLIC KEY-----\n?\n-----END PUBLIC KEY-----",
                "key 1 is no Ed25519 public key");
        assertRefused(
                pem("PUBLIC KEY", ed.getPublic().getEncoded(), "\n")
                        + pem("PUBLIC KEY", ec.getPublic().getEncoded(), "\n"),
                "key 2 is no Ed25519 public key");
        assertRefused("x".repeat(1024 * 1024 + 1), "more than 1048576 characters");
    }

    private static void assertRefused(String pem, String why) {
        assertThatThrownBy(() -> ReceiptKeys.fromPem(pem))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("PEM text: " + why);
    }
}
