package io.livekube.core.access;

import io.livekube.core.access.KubeconfigFile.Cluster;
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

/// Access to a cluster through a kubeconfig with tokens, certificates or exec plugins, or through the service
/// account of the pod that we run in.
///
/// Everything is resolved immediately, including plugins; anything missing is reported by an [AccessException].
/// Tokens and client certificates are renewed before they expire and when the server rejects them. Files are
/// read again every minute, those of certificate authorities whenever a connection is opened. A user with `as`
/// is impersonated in every request.
public final class Kubeconfig {
    private static final InstantSource CLOCK = InstantSource.system();

    private Kubeconfig() {}

    /// The named context of a kubeconfig file, or its current one.
    public static ApiAccess file(Path file, Optional<String> context) {
        return files(List.of(file), context, CLOCK);
    }

    /// What kubectl would use: `KUBECONFIG`, `~/.kube/config`, or the service account of this pod.
    public static ApiAccess find(Optional<String> context) {
        return find(context, System.getenv(), ServiceAccount.MOUNTED);
    }

    /// The same with a given environment and directory of service accounts.
    public static ApiAccess find(Optional<String> context, Map<String, String> environment, Path serviceAccount) {
        List<Path> usual = usual(environment);
        List<Path> present = usual.stream().filter(Files::isReadable).toList();
        if (!present.isEmpty()) {
            return files(present, context, CLOCK);
        }
        if (!new ServiceAccount(serviceAccount, environment).present()) {
            throw new AccessException(
                    "no cluster to connect to: no kubeconfig at %s, and no service account of a pod at %s"
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

    /// The contexts in a file, or where kubectl would look for them; none if there is no kubeconfig.
    public static Contexts contexts(Optional<Path> file) {
        return contexts(file, System.getenv());
    }

    /// The same with a given environment.
    public static Contexts contexts(Optional<Path> file, Map<String, String> environment) {
        List<Path> paths = file.map(List::of)
                .orElseGet(() ->
                        usual(environment).stream().filter(Files::isReadable).toList());
        return KubeconfigContext.names(KubeconfigFile.read(paths));
    }

    /// The contexts of a kubeconfig.
    ///
    /// @param names in the order of the files
    /// @param current the one to use by default
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

    /// The service account of the pod that we run in.
    public static ApiAccess inCluster() {
        return inCluster(ServiceAccount.MOUNTED, System.getenv());
    }

    /// The same with given files and variables.
    public static ApiAccess inCluster(Path serviceAccount, Map<String, String> environment) {
        var account = new ServiceAccount(serviceAccount, environment);
        URI server = account.server();
        Path authority = account.authority();
        ResolvedCredentials first = account.credentials(CLOCK.instant());
        return access(
                server,
                Optional.empty(),
                () -> new TrustManager[] {new AuthorityFile(authority)},
                serviceAccount.toString(),
                first,
                _ -> account.credentials(CLOCK.instant()),
                CLOCK);
    }

    static ApiAccess files(List<Path> paths, Optional<String> wanted, InstantSource clock) {
        KubeconfigContext context = KubeconfigContext.choose(KubeconfigFile.read(paths), wanted);
        var user = new KubeconfigUser(paths, context);
        return access(
                context.server(),
                Optional.of(context.cluster().tlsServerName()).filter(name -> !name.isEmpty()),
                () -> trusted(context.cluster()),
                "the kubeconfig " + context.where(),
                user.resolve(context, false, clock.instant()),
                refused -> user.again(refused, clock.instant()),
                clock);
    }

    /// Null means the authorities that Java trusts.
    @FunctionalInterface
    private interface Trust {
        TrustManager @Nullable [] managers() throws GeneralSecurityException, IOException;
    }

    /// @param where the configuration comes from, for messages
    private static ApiAccess access(
            URI server,
            Optional<String> tlsServerName,
            Trust trust,
            String where,
            ResolvedCredentials first,
            RenewedCredentials.Source again,
            InstantSource clock) {
        try {
            var identity = new TlsIdentity(trust.managers());
            return new ApiAccess(
                    server, identity, new RenewedCredentials(first, again, identity, clock), tlsServerName);
        } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
            throw new AccessException(
                    "the certificates for %s in %s are not usable: %s; check that each of them is complete PEM"
                            .formatted(server, where, e.getMessage()),
                    e);
        }
    }

    private static TrustManager @Nullable [] trusted(Cluster cluster) throws GeneralSecurityException, IOException {
        if (cluster.insecure()) {
            return new TrustManager[] {new InsecureTrustManager()};
        }
        if (!cluster.authorityData().isEmpty()) {
            return new TrustManager[] {CertificateAuthorities.only(KubeconfigUser.decode(cluster.authorityData()))};
        }
        return cluster.authorityFile().isEmpty()
                ? null
                : new TrustManager[] {new AuthorityFile(Path.of(cluster.authorityFile()))};
    }
}
