package dev.quietus.verify.gateway.model;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate that nobody else believes, made by the JDK's own {@code keytool}. */
record SelfSigned(KeyStore keys) {
    private static final char[] PASSWORD = "for-tests-only".toCharArray();
    private static final int MOST_SECONDS = 60;

    /** Makes one for a name. */
    static SelfSigned made(String name, Path folder) throws Exception {
        Path file = folder.resolve(name + ".p12");
        Process tool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "upstream",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=dns:" + name,
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        new String(PASSWORD))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!tool.waitFor(MOST_SECONDS, TimeUnit.SECONDS) || tool.exitValue() != 0) {
            throw new IOException("keytool made no certificate");
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD);
        }
        return new SelfSigned(keys);
    }

    /** For who shows it, and for who believes it. */
    SSLContext context() throws GeneralSecurityException {
        KeyManagerFactory shown = KeyManagerFactory.getInstance("PKIX");
        shown.init(keys, PASSWORD);
        TrustManagerFactory believed = TrustManagerFactory.getInstance("PKIX");
        believed.init(keys);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(shown.getKeyManagers(), believed.getTrustManagers(), null);
        return context;
    }
}
