package io.livekube.testkit.controlplane;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/// Name of the cache directory for one set of versions: a readable version and a hash of all inputs.
///
/// Programs outside the control plane have a directory of their own, so that their versions do not affect the
/// control plane's.
final class CacheKey {
    private CacheKey() {}

    static Path of(Tool tool) {
        return switch (tool.module()) {
            case KUBERNETES, KWOK ->
                Path.of(
                        "controlplane",
                        Tool.KUBE_APISERVER.version() + "-" + hash(List.of(ToolModule.KUBERNETES, ToolModule.KWOK)));
            case HELM -> Path.of("helm", Tool.HELM.version() + "-" + hash(List.of(ToolModule.HELM)));
        };
    }

    private static String hash(List<ToolModule> modules) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (ToolModule module : modules) {
                module.contents().forEach(digest::update);
            }
            digest.update(GoBuild.FLAGS.getBytes(StandardCharsets.UTF_8));
            digest.update(
                    (System.getProperty("os.name") + System.getProperty("os.arch")).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest()).substring(0, 12);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
