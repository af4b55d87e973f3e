package io.livekube.core.access;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// Ways to a cluster that Kubernetes users already have: a kubeconfig with tokens, certificates or exec
/// plugins, or the service account of the pod we run in.
///
/// Everything is looked up at once, plugins included, and what is missing is told by an [AccessException].
/// Tokens and client certificates are looked up again before they run out and when they are refused, those in files
/// every minute; certificate authorities in files are as connections are opened. A user that is to act `as` another one
/// does so
/// in every request.
public final class Kubeconfig {
    private static final InstantSource CLOCK = InstantSource.system();

    private Kubeconfig() {}

    /// The context named, or the current one, of a kubeconfig file.
    public static ApiAccess file(Path file, Optional<String> context) {
        return files(List.of(file), context, CLOCK);
    }

    /// What kubectl would use here: `KUBECONFIG`, `~/.kube/config`, or the service account of this pod.
    public static ApiAccess find(Optional<String> context) {
        return find(context, System.getenv(), ServiceAccount.MOUNTED);
    }

    /// The same in another environment, with another place for service accounts.
    public static ApiAccess find(Optional<String> context, Map<String, String> environment, Path serviceAccount) {
        List<Path> usual = usual(environment);
        List<Path> present = usual.stream().filter(Files::isReadable).toList();
        if (!present.isEmpty()) {
            return files(present, context, CLOCK);
        }
        if (!new ServiceAccount(serviceAccount, environment).present()) {
            throw new AccessException(
                    "no cluster to connect to: there is no kubeconfig at %s, and this is no pod with a service account at %s"
                                    .formatted(
                                            String.join(
                                                    " or ",
                                                    usual.stream()
                                                            .map(Path::toString)
                                                            .toList()),
                                            serviceAccount)
                            + "; set KUBECONFIG or name a file");
        }
        return inCluster(serviceAccount, environment);
    }

    /// Which contexts there are in a file, or where kubectl would look; none if there is no kubeconfig.
    public static Contexts contexts(Optional<Path> file) {
        return contexts(file, System.getenv());
    }

    /// The same in another environment.
    public static Contexts contexts(Optional<Path> file, Map<String, String> environment) {
        List<Path> paths = file.map(List::of)
                .orElseGet(() ->
                        usual(environment).stream().filter(Files::isReadable).toList());
        return KubeconfigContext.names(KubeconfigFile.read(paths));
    }

    /// The contexts of a kubeconfig.
    ///
    /// @param names in the order of the files
    /// @param current the one that is used if none is named
    public record Contexts(List<String> names, Optional<String> current) {
        public Contexts {
            names = List.copyOf(names);
        }
    }

    private static List<Path> usual(Map<String, String> environment) {
        String home = environment.getOrDefault("HOME", System.getProperty("user.home"));
        String named = environment.getOrDefault("KUBECONFIG", "");
        return named.isEmpty()
                ? List.of(Path.of(home, ".kube", "config"))
                : Arrays.stream(named.split(File.pathSeparator, -1))
                        .filter(name -> !name.isBlank())
                        .map(Path::of)
                        .toList();
    }

    /// The service account of the pod we run in.
    public static ApiAccess inCluster() {
        return inCluster(ServiceAccount.MOUNTED, System.getenv());
    }

    /// The same with its files and variables elsewhere.
    public static ApiAccess inCluster(Path serviceAccount, Map<String, String> environment) {
        var account = new ServiceAccount(serviceAccount, environment);
        Config config = Config.empty();
        config.setMasterUrl(account.server().toString());
        config.setCaCertFile(account.authority().toString());
        ResolvedCredentials login = account.login(CLOCK.instant());
        return access(
                config, Optional.empty(), serviceAccount.toString(), login, _ -> account.login(CLOCK.instant()), CLOCK);
    }

    static ApiAccess files(List<Path> paths, Optional<String> wanted, InstantSource clock) {
        List<KubeconfigFile> files = KubeconfigFile.read(paths);
        KubeconfigContext context = KubeconfigContext.choose(files, wanted);
        var user = new KubeconfigUser(paths, context);
        Config config = Config.empty();
        ResolvedCredentials login = user.login(files, context, config, false, clock.instant());
        return access(
                config,
                Optional.ofNullable(context.cluster().getTlsServerName()).filter(KubeconfigContext::has),
                "the kubeconfig " + context.where(),
                login,
                refused -> user.again(refused, clock.instant()),
                clock);
    }

    /// @param where the configuration comes from, for messages
    private static ApiAccess access(
            Config config,
            Optional<String> tlsServerName,
            String where,
            ResolvedCredentials first,
            RenewedCredentials.Source again,
            InstantSource clock) {
        try {
            var identity = new TlsIdentity(trusted(config));
            return new ApiAccess(
                    URI.create(config.getMasterUrl()),
                    identity.context(),
                    new RenewedCredentials(first, again, identity, clock),
                    tlsServerName);
        } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
            throw new AccessException(
                    "the certificates for %s in %s are not usable: %s; is each of them PEM, and whole?"
                            .formatted(config.getMasterUrl(), where, e.getMessage()),
                    e);
        }
    }

    /// Null where nothing is said: whom Java trusts.
    private static TrustManager @Nullable [] trusted(Config config) throws GeneralSecurityException, IOException {
        if (config.isTrustCerts()) {
            return SSLUtils.trustManagers(config); // everybody, as `insecure-skip-tls-verify` wants it
        }
        if (KubeconfigContext.has(config.getCaCertData())) {
            return new TrustManager[] {CertificateAuthorities.only(KubeconfigUser.decode(config.getCaCertData()))};
        }
        return KubeconfigContext.has(config.getCaCertFile())
                ? new TrustManager[] {new AuthorityFile(Path.of(config.getCaCertFile()))}
                : null;
    }
}
