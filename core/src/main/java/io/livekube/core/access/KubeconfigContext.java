package io.livekube.core.access;

import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.api.model.Context;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.api.model.NamedContext;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What a context stands for: a cluster and a user, both known to be there, as well as the files that they
/// name.
///
/// @param where the files it comes from, for messages
record KubeconfigContext(
        String where, String name, String clusterName, Cluster cluster, String userName, AuthInfo user) {

    /// The context named, or else the current one. Of entries with the same name the first file's counts,
    /// as in kubectl.
    static KubeconfigContext choose(List<KubeconfigFile> files, Optional<String> wanted) {
        String where = files.stream().map(file -> file.path().toString()).collect(Collectors.joining(" and "));
        List<NamedContext> contexts = all(files, Config::getContexts);
        if (contexts.isEmpty()) {
            throw new AccessException(
                    "the kubeconfig %s has no contexts: fetch it anew, or name another one".formatted(where));
        }
        String name = wanted.or(() -> current(files))
                .orElseThrow(() -> new AccessException(
                        "the kubeconfig %s has no current-context: choose one of %s, as with kubectl config use-context"
                                .formatted(where, names(contexts, NamedContext::getName))));
        Context context = find(contexts, NamedContext::getName, NamedContext::getContext, name)
                .orElseThrow(() -> new AccessException("the kubeconfig %s has no context '%s': choose one of %s"
                        .formatted(where, name, names(contexts, NamedContext::getName))));
        List<NamedCluster> clusters = all(files, Config::getClusters);
        String clusterName = Objects.requireNonNullElse(context.getCluster(), "");
        Cluster cluster = find(clusters, NamedCluster::getName, NamedCluster::getCluster, clusterName)
                .orElseThrow(() -> new AccessException(
                        "the kubeconfig %s has no cluster '%s', which its context '%s' refers to; it has %s"
                                .formatted(where, clusterName, name, names(clusters, NamedCluster::getName))));
        String userName = Objects.requireNonNullElse(context.getUser(), "");
        List<NamedAuthInfo> users = all(files, Config::getUsers);
        AuthInfo user = userName.isEmpty()
                ? new AuthInfo()
                : find(users, NamedAuthInfo::getName, NamedAuthInfo::getUser, userName)
                        .orElseThrow(() -> new AccessException(
                                "the kubeconfig %s has no user '%s', which its context '%s' refers to; it has %s"
                                        .formatted(where, userName, name, names(users, NamedAuthInfo::getName))));
        var chosen = new KubeconfigContext(where, name, clusterName, cluster, userName, user);
        chosen.check();
        return chosen;
    }

    /// The names of all contexts, each once.
    static Kubeconfig.Contexts names(List<KubeconfigFile> files) {
        return new Kubeconfig.Contexts(
                all(files, Config::getContexts).stream()
                        .map(NamedContext::getName)
                        .distinct()
                        .toList(),
                current(files));
    }

    URI server() {
        return ServerAddress.parse(
                Objects.requireNonNullElse(cluster.getServer(), ""),
                "cluster '%s' of the kubeconfig %s".formatted(clusterName, where));
    }

    private void check() {
        var _ = server();
        requireFile("cluster '" + clusterName + "'", "certificate-authority", cluster.getCertificateAuthority());
        if (has(cluster.getProxyUrl())) {
            throw new AccessException(
                    "cluster '%s' of the kubeconfig %s has a proxy-url, which is not supported: remove it, and set the proxy with -Dhttps.proxyHost=… and -Dhttps.proxyPort=… for Java"
                            .formatted(clusterName, where));
        }
        if (Boolean.TRUE.equals(cluster.getInsecureSkipTlsVerify())
                && (has(cluster.getCertificateAuthority()) || has(cluster.getCertificateAuthorityData()))) {
            throw new AccessException(
                    "cluster '%s' of the kubeconfig %s has a certificate authority and insecure-skip-tls-verify, which would trust everybody: remove one of them"
                            .formatted(clusterName, where));
        }
        String who = "user '" + userName + "'";
        requireFile(who, "client-certificate", user.getClientCertificate());
        requireFile(who, "client-key", user.getClientKey());
        requireFile(who, "tokenFile", user.getTokenFile());
        boolean certificate = has(user.getClientCertificate()) || has(user.getClientCertificateData());
        boolean key = has(user.getClientKey()) || has(user.getClientKeyData());
        if (certificate != key) {
            throw new AccessException("%s of the kubeconfig %s has a client %s but no client %s: add the other one"
                    .formatted(who, where, certificate ? "certificate" : "key", certificate ? "key" : "certificate"));
        }
    }

    private void requireFile(String who, String field, @Nullable String file) {
        if (file != null && !file.isEmpty() && !Files.isReadable(Path.of(file))) {
            throw new AccessException(
                    "%s of the kubeconfig %s names the %s file %s, which can't be read: does it exist?"
                            .formatted(who, where, field, file));
        }
    }

    static boolean has(@Nullable String value) {
        return value != null && !value.isEmpty();
    }

    private static Optional<String> current(List<KubeconfigFile> files) {
        return files.stream()
                .map(file -> file.content().getCurrentContext())
                .filter(KubeconfigContext::has)
                .findFirst();
    }

    private static <T> List<T> all(List<KubeconfigFile> files, Function<Config, List<T>> entries) {
        return files.stream()
                .flatMap(file -> entries.apply(file.content()).stream())
                .toList();
    }

    private static <T, V> Optional<V> find(
            List<T> entries, Function<T, String> name, Function<T, V> value, String wanted) {
        return entries.stream()
                .filter(entry -> wanted.equals(name.apply(entry)))
                .findFirst()
                .flatMap(entry -> Optional.ofNullable(value.apply(entry)));
    }

    private static <T> String names(List<T> entries, Function<T, String> name) {
        return entries.isEmpty()
                ? "none"
                : entries.stream().map(entry -> "'" + name.apply(entry) + "'").collect(Collectors.joining(", "));
    }
}
