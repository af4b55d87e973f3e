package io.livekube.core.access;

import io.livekube.core.access.KubeconfigFile.Exec;
import io.livekube.core.access.KubeconfigFile.User;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The user of a kubeconfig context, read again whenever its credentials are due.
///
/// Its credentials are for the server and the impersonated user of the first read: a file that has
/// different ones later is refused. A plugin's credentials are kept until they expire, however often
/// files are read. Not thread-safe.
final class KubeconfigUser {
    private record PluginRun(Exec plugin, ResolvedCredentials credentials) {}

    private final List<Path> paths;
    private final KubeconfigContext first;
    private Optional<PluginRun> lastRun = Optional.empty();
    /// The impersonation headers of the first read.
    private Optional<Map<String, List<String>>> actsAs = Optional.empty();

    KubeconfigUser(List<Path> paths, KubeconfigContext first) {
        this.paths = List.copyOf(paths);
        this.first = first;
    }

    /// Reads the files again.
    ///
    /// @param refused whether the server rejected the last credentials
    ResolvedCredentials again(boolean refused, Instant now) {
        KubeconfigContext context = KubeconfigContext.choose(KubeconfigFile.read(paths), Optional.of(first.name()));
        if (!context.server().equals(first.server())) {
            throw new AccessException(
                    "the context '%s' of the kubeconfig %s now has the server %s instead of %s: restart to use it"
                            .formatted(first.name(), first.where(), context.server(), first.server()));
        }
        return resolve(context, refused, now);
    }

    ResolvedCredentials resolve(KubeconfigContext context, boolean refused, Instant now) {
        User user = context.user();
        String who = "user '%s' of the kubeconfig %s".formatted(context.userName(), context.where());
        Map<String, List<String>> impersonation = impersonation(user, who);
        Exec plugin = user.exec();
        ResolvedCredentials found;
        if (!user.tokenFile().isEmpty()) {
            found = ServiceAccount.credentials(Path.of(user.tokenFile()), now);
        } else {
            found = plugin != null ? fromPlugin(plugin, who, refused, now) : inline(user, who);
        }
        return (found.certificate().isPresent() ? found : withCertificate(found, user, who, now)).with(impersonation);
    }

    private Map<String, List<String>> impersonation(User user, String who) {
        Map<String, List<String>> now = Impersonation.headers(user, who);
        if (!actsAs.orElse(now).equals(now)) {
            throw new AccessException(
                    "%s impersonates a different user than at startup: restart to use it".formatted(who));
        }
        actsAs = Optional.of(now);
        return now;
    }

    private static ResolvedCredentials withCertificate(ResolvedCredentials found, User user, String who, Instant now) {
        try {
            Optional<byte[]> certificate = content(user.certificateData(), user.certificateFile());
            Optional<byte[]> key = content(user.keyData(), user.keyFile());
            if (certificate.isEmpty() || key.isEmpty()) {
                return found;
            }
            boolean files = user.certificateData().isEmpty() || user.keyData().isEmpty();
            return found.with(
                    ClientCertificate.of(certificate.get(), key.get()),
                    files ? Optional.of(now.plus(ServiceAccount.READ_AGAIN_AFTER)) : Optional.empty());
        } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
            throw unusable(who, e);
        }
    }

    private static AccessException unusable(String who, Exception e) {
        return new AccessException(
                "the client certificate of %s is not usable: %s; check that it and its key are complete PEM, and match"
                        .formatted(who, e.getMessage()),
                e);
    }

    private ResolvedCredentials fromPlugin(Exec plugin, String who, boolean refused, Instant now) {
        Optional<ResolvedCredentials> known = lastRun.filter(
                        last -> !refused && last.plugin().equals(plugin))
                .map(PluginRun::credentials)
                .filter(credentials -> !credentials.runsOut(now));
        if (known.isPresent()) {
            return known.get();
        }
        ResolvedCredentials credentials = run(new ExecPlugin(plugin, who), who);
        lastRun = Optional.of(new PluginRun(plugin, credentials));
        return credentials;
    }

    private static ResolvedCredentials run(ExecPlugin plugin, String who) {
        ExecPlugin.Credential given = plugin.run();
        ResolvedCredentials credentials = given.token().isPresent()
                ? ResolvedCredentials.token(given.token().get(), who + ", from its exec plugin,", given.expires())
                : ResolvedCredentials.ANONYMOUS.until(given.expires());
        if (given.certificatePem().isEmpty() || given.keyPem().isEmpty()) {
            return credentials;
        }
        try {
            return credentials.with(
                    ClientCertificate.of(
                            given.certificatePem().get().getBytes(StandardCharsets.US_ASCII),
                            given.keyPem().get().getBytes(StandardCharsets.US_ASCII)),
                    Optional.empty());
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw unusable(who, e);
        }
    }

    private static ResolvedCredentials inline(User user, String who) {
        String token = !user.token().isEmpty() || user.authProvider() == null
                ? user.token()
                : user.authProvider().token();
        if (!token.isEmpty()) {
            return ResolvedCredentials.token(token, who, Optional.empty());
        }
        return user.username().isEmpty() || user.password().isEmpty()
                ? ResolvedCredentials.ANONYMOUS
                : ResolvedCredentials.password(user.username(), user.password());
    }

    /// The value of a field, or else the content of the file that another field names.
    private static Optional<byte[]> content(String base64, String file) throws IOException {
        if (!base64.isEmpty()) {
            return Optional.of(decode(base64));
        }
        return file.isEmpty() ? Optional.empty() : Optional.of(Files.readAllBytes(Path.of(file)));
    }

    static byte[] decode(String base64) {
        return Base64.getMimeDecoder().decode(base64);
    }
}
