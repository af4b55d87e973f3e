package io.livekube.testkit.controlplane;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;

/// Bearer tokens of an API server, random for each control plane.
///
/// @param file the token file that the API server reads
/// @param admin the token of user `livekube:admin`, a cluster administrator
/// @param unprivileged the token of user `livekube:unprivileged`, with access to discovery only
record ApiCredentials(Path file, String admin, String unprivileged) {
    private static final int TOKEN_BYTES = 24;

    static ApiCredentials create(Path directory) {
        var random = new SecureRandom();
        String admin = token(random);
        String unprivileged = token(random);
        try {
            Path file = Files.writeString(
                    directory.resolve("tokens.csv"),
                    "%s,livekube:admin,1,system:masters%n%s,livekube:unprivileged,2%n".formatted(admin, unprivileged));
            return new ApiCredentials(file, admin, unprivileged);
        } catch (IOException e) {
            throw new ControlPlaneException("cannot write the tokens of the API server", e);
        }
    }

    private static String token(SecureRandom random) {
        byte[] bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
