package io.livekube.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/// A self-signed certificate and its key, as PEM files.
record TestingKeys(Path certificate, Path key) {
    private static final String PASSWORD = "changeit";

    /// @param name also the base name of the files
    /// @param address the only address in the certificate
    static TestingKeys in(Path dir, String name, String address)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path store = dir.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD,
                        "-alias",
                        name,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=" + address,
                        "-validity",
                        "2"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool made no keys");
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return new TestingKeys(
                pem(
                        dir.resolve(name + ".pem"),
                        "CERTIFICATE",
                        keys.getCertificate(name).getEncoded()),
                pem(
                        dir.resolve(name + ".key"),
                        "PRIVATE KEY",
                        keys.getKey(name, PASSWORD.toCharArray()).getEncoded()));
    }

    private static Path pem(Path file, String what, byte[] content) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return Files.writeString(file, "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(what, text));
    }
}
