package io.livekube.testkit.controlplane;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The name of the directory for programs of one set of versions: the Kubernetes version for people, a hash for
/// certainty.
final class CacheKey {
    private CacheKey() {}

    static String current() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (ToolModule module : ToolModule.values()) {
                module.contents().forEach(digest::update);
            }
            digest.update(GoBuild.FLAGS.getBytes(StandardCharsets.UTF_8));
            digest.update(
                    (System.getProperty("os.name") + System.getProperty("os.arch")).getBytes(StandardCharsets.UTF_8));
            String hash = HexFormat.of().formatHex(digest.digest()).substring(0, 12);
            return Tool.KUBE_APISERVER.version() + "-" + hash;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
