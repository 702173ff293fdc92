package dev.quietus.server.receipt;

import dev.quietus.core.ledger.Digests;
import dev.quietus.core.receipt.ReceiptSigner;
import dev.quietus.server.access.SecretFile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The Ed25519 keys that sign receipts: one current private key, readable by its owner only, and
 * every public key there ever was, so that old receipts stay verifiable. Safe for use by several
 * threads.
 */
public final class SigningKeys implements ReceiptSigner {
    private static final String PRIVATE = "receipt-signing.key.pem";
    private static final String PUBLIC_END = ".pub.pem";

    private final Path directory;
    private volatile Current current;

    private record Current(String keyId, PrivateKey key) {}

    /**
     * A public key as it is shown.
     *
     * @param keyId SHA-256 of its SubjectPublicKeyInfo
     * @param pem the key
     * @param current whether new receipts are signed with it
     * @param createdAt when it was made
     */
    public record PublicKeyFile(String keyId, String pem, boolean current, Instant createdAt) {}

    private SigningKeys(Path directory, Current current) {
        this.directory = directory;
        this.current = current;
    }

    /**
     * Reads the keys, and makes the first one on the first start.
     *
     * @param directory where they lie; made for the owner only
     * @throws IOException when they can be neither read nor made
     */
    public static SigningKeys open(Path directory) throws IOException {
        SecretFile.directory(directory);
        Path file = directory.resolve(PRIVATE);
        if (!Files.exists(file)) {
            SecretFile.create(file, generate(directory));
        }
        return new SigningKeys(directory, read(file));
    }

    /**
     * Makes a new current key. The old private key is gone afterwards; its public key stays.
     *
     * @return the new key's id
     * @throws IOException when it can't be written; the old key stays current then
     */
    public synchronized String rotate() throws IOException {
        Path next = directory.resolve(PRIVATE + ".next");
        Files.deleteIfExists(next);
        SecretFile.create(next, generate(directory));
        Current fresh = read(next);
        Files.move(
                next,
                directory.resolve(PRIVATE),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        current = fresh;
        return fresh.keyId();
    }

    @Override
    public String keyId() {
        return current.keyId();
    }

    @Override
    public byte[] sign(byte[] bytes) {
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(current.key());
            signature.update(bytes);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Ed25519 is missing from this Java platform", e);
        }
    }

    /**
     * Every public key, oldest first.
     *
     * @throws IOException when the directory can't be read
     */
    public List<PublicKeyFile> publicKeys() throws IOException {
        List<PublicKeyFile> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(PUBLIC_END)).toList()) {
                String name = String.valueOf(file.getFileName());
                String keyId = name.substring(0, name.length() - PUBLIC_END.length());
                all.add(new PublicKeyFile(
                        keyId,
                        Files.readString(file, StandardCharsets.US_ASCII),
                        keyId.equals(keyId()),
                        Files.getLastModifiedTime(file).toInstant()));
            }
        }
        all.sort(
                Comparator.comparing(PublicKeyFile::createdAt).thenComparing(PublicKeyFile::keyId));
        return all;
    }

    private static String generate(Path directory) throws IOException {
        try {
            KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
            byte[] spki = pair.getPublic().getEncoded();
            String keyId = Digests.sha256(spki);
            Path publicFile = directory.resolve(keyId + PUBLIC_END);
            if (!Files.exists(publicFile)) {
                Files.writeString(publicFile, pem("PUBLIC KEY", spki), StandardCharsets.US_ASCII);
            }
            return "# key id " + keyId + "\n"
                    + pem("PRIVATE KEY", pair.getPrivate().getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IOException("Ed25519 is missing from this Java platform", e);
        }
    }

    private static Current read(Path file) throws IOException {
        String text = SecretFile.read(file);
        String[] lines = text.split("\n", 2);
        if (!lines[0].startsWith("# key id ") || lines.length < 2) {
            throw new IOException(
                    file + " is not a Quietus signing key: its first line names no key id");
        }
        try {
            byte[] pkcs8 = Base64.getMimeDecoder()
                    .decode(lines[1].replaceAll("-----[A-Z ]+-----", "").strip());
            PrivateKey key = KeyFactory.getInstance("Ed25519")
                    .generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            return new Current(lines[0].substring("# key id ".length()).strip(), key);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException(file + " is not a Quietus signing key", e);
        }
    }

    private static String pem(String kind, byte[] der) {
        return "-----BEGIN " + kind + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
                + "\n-----END " + kind + "-----\n";
    }
}
