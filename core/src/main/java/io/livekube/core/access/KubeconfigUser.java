package io.livekube.core.access;

import static io.livekube.core.access.KubeconfigContext.has;

import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.ExecConfig;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
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
import org.jspecify.annotations.Nullable;

/// Who we are by a kubeconfig, which is looked up there again and again.
///
/// Its credentials are for the server they were first loaded for, and for whom it acted as then, whatever the file
/// says by now. What a plugin gave is kept until its end, however often files are read. For one thread at a time.
final class KubeconfigUser {
    private record Ran(ExecConfig plugin, ResolvedCredentials login) {}

    private final List<Path> paths;
    private final KubeconfigContext first;
    private Optional<Ran> ran = Optional.empty();
    /// Whom it acts as, once that was looked up.
    private Optional<Map<String, List<String>>> actsAs = Optional.empty();

    KubeconfigUser(List<Path> paths, KubeconfigContext first) {
        this.paths = List.copyOf(paths);
        this.first = first;
    }

    /// @param refused whether the server did not accept the last one
    ResolvedCredentials again(boolean refused, Instant now) {
        List<KubeconfigFile> files = KubeconfigFile.read(paths);
        KubeconfigContext context = KubeconfigContext.choose(files, Optional.of(first.name()));
        if (!context.server().equals(first.server())) {
            throw new AccessException(
                    "the context '%s' of the kubeconfig %s has the server %s now, and had %s before: start anew to use it"
                            .formatted(first.name(), first.where(), context.server(), first.server()));
        }
        return login(files, context, Config.empty(), refused, now);
    }

    /// What the fields mean is left to the library, except for where it tells no reasons: plugins and token
    /// files.
    ///
    /// @param config is filled
    ResolvedCredentials login(
            List<KubeconfigFile> files, KubeconfigContext context, Config config, boolean refused, Instant now) {
        AuthInfo user = context.user();
        String who = "user '%s' of the kubeconfig %s".formatted(context.userName(), context.where());
        Map<String, List<String>> impersonation = impersonation(user, who);
        Optional<ExecConfig> plugin = Optional.ofNullable(user.getExec());
        user.setExec(null);
        KubeConfigUtils.merge(
                config,
                context.name(),
                files.stream().map(KubeconfigFile::content).toArray(io.fabric8.kubernetes.api.model.Config[]::new));
        ResolvedCredentials login;
        if (has(user.getTokenFile())) {
            login = ServiceAccount.login(Path.of(user.getTokenFile()), now);
        } else {
            login = plugin.isPresent() ? fromPlugin(plugin.get(), who, refused, now) : inline(who, config);
        }
        return (login.certificate().isPresent() ? login : withCertificate(login, who, config, now)).with(impersonation);
    }

    private Map<String, List<String>> impersonation(AuthInfo user, String who) {
        Map<String, List<String>> now = Impersonation.headers(user, who);
        if (!actsAs.orElse(now).equals(now)) {
            throw new AccessException(
                    "%s acts as another now than when it was first read, or for itself: start anew to do so"
                            .formatted(who));
        }
        actsAs = Optional.of(now);
        return now;
    }

    private static ResolvedCredentials withCertificate(
            ResolvedCredentials login, String who, Config config, Instant now) {
        try {
            Optional<byte[]> certificate = content(config.getClientCertData(), config.getClientCertFile());
            Optional<byte[]> key = content(config.getClientKeyData(), config.getClientKeyFile());
            if (certificate.isEmpty() || key.isEmpty()) {
                return login;
            }
            boolean files = !has(config.getClientCertData()) || !has(config.getClientKeyData());
            return login.with(
                    ClientCertificate.of(certificate.get(), key.get()),
                    files ? Optional.of(now.plus(ServiceAccount.READ_AGAIN_AFTER)) : Optional.empty());
        } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
            throw unusable(who, e);
        }
    }

    private static AccessException unusable(String who, Exception e) {
        return new AccessException(
                "the client certificate of %s is not usable: %s; are it and its key PEM, whole, and of one pair?"
                        .formatted(who, e.getMessage()),
                e);
    }

    private ResolvedCredentials fromPlugin(ExecConfig plugin, String who, boolean refused, Instant now) {
        Optional<ResolvedCredentials> known = ran.filter(
                        last -> !refused && last.plugin().equals(plugin))
                .map(Ran::login)
                .filter(login -> !login.runsOut(now));
        if (known.isPresent()) {
            return known.get();
        }
        ResolvedCredentials login = run(new ExecPlugin(plugin, who), who);
        ran = Optional.of(new Ran(plugin, login));
        return login;
    }

    private static ResolvedCredentials run(ExecPlugin plugin, String who) {
        ExecPlugin.Credential given = plugin.run();
        ResolvedCredentials login = given.token().isPresent()
                ? ResolvedCredentials.token(given.token().get(), who + ", from its exec plugin,", given.expires())
                : ResolvedCredentials.ANONYMOUS.until(given.expires());
        if (given.certificatePem().isEmpty() || given.keyPem().isEmpty()) {
            return login;
        }
        try {
            return login.with(
                    ClientCertificate.of(
                            given.certificatePem().get().getBytes(StandardCharsets.US_ASCII),
                            given.keyPem().get().getBytes(StandardCharsets.US_ASCII)),
                    Optional.empty());
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw unusable(who, e);
        }
    }

    private static ResolvedCredentials inline(String who, Config config) {
        String token = has(config.getOauthToken()) ? config.getOauthToken() : config.getAutoOAuthToken();
        if (has(token)) {
            return ResolvedCredentials.token(token, who, Optional.empty());
        }
        return has(config.getUsername()) && has(config.getPassword())
                ? ResolvedCredentials.password(config.getUsername(), config.getPassword())
                : ResolvedCredentials.ANONYMOUS;
    }

    /// What is in a field, or in the file that another field names.
    private static Optional<byte[]> content(@Nullable String base64, @Nullable String file) throws IOException {
        if (base64 != null && !base64.isEmpty()) {
            return Optional.of(decode(base64));
        }
        return file == null || file.isEmpty() ? Optional.empty() : Optional.of(Files.readAllBytes(Path.of(file)));
    }

    static byte[] decode(String base64) {
        return Base64.getMimeDecoder().decode(base64);
    }
}
