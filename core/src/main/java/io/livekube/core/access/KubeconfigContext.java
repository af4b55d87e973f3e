package io.livekube.core.access;

import io.livekube.core.access.KubeconfigFile.Cluster;
import io.livekube.core.access.KubeconfigFile.Context;
import io.livekube.core.access.KubeconfigFile.User;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A context of a kubeconfig, resolved: its cluster and its user exist, as do the files that they name.
///
/// @param where the files it comes from, for messages
record KubeconfigContext(String where, String name, String clusterName, Cluster cluster, String userName, User user) {

    /// The named context, or else the current one. If several files have an entry of the same name, the first
    /// one applies, as in kubectl.
    static KubeconfigContext choose(List<KubeconfigFile> files, Optional<String> wanted) {
        String where = files.stream().map(file -> file.path().toString()).collect(Collectors.joining(" and "));
        List<String> names = names(files, KubeconfigFile::contexts);
        if (names.isEmpty()) {
            throw new AccessException(
                    "the kubeconfig %s has no contexts: fetch it again, or name another one".formatted(where));
        }
        String name = wanted.or(() -> current(files))
                .orElseThrow(() -> new AccessException(
                        "the kubeconfig %s has no current-context: choose one of %s, as with kubectl config use-context"
                                .formatted(where, quoted(names))));
        Context context = find(files, KubeconfigFile::contexts, name)
                .orElseThrow(() -> new AccessException("the kubeconfig %s has no context '%s': choose one of %s"
                        .formatted(where, name, quoted(names))));
        Cluster cluster = find(files, KubeconfigFile::clusters, context.cluster())
                .orElseThrow(() ->
                        missing(where, name, "cluster", context.cluster(), names(files, KubeconfigFile::clusters)));
        User user = context.user().isEmpty()
                ? User.ANONYMOUS
                : find(files, KubeconfigFile::users, context.user())
                        .orElseThrow(() ->
                                missing(where, name, "user", context.user(), names(files, KubeconfigFile::users)));
        var chosen = new KubeconfigContext(where, name, context.cluster(), cluster, context.user(), user);
        chosen.check();
        return chosen;
    }

    private static AccessException missing(String where, String context, String what, String name, List<String> known) {
        return new AccessException("the kubeconfig %s has no %s '%s', which its context '%s' refers to; it has %s"
                .formatted(where, what, name, context, quoted(known)));
    }

    /// The names of all contexts, each once.
    static Kubeconfig.Contexts names(List<KubeconfigFile> files) {
        return new Kubeconfig.Contexts(names(files, KubeconfigFile::contexts), current(files));
    }

    URI server() {
        return ServerAddress.parse(cluster.server(), "cluster '%s' of the kubeconfig %s".formatted(clusterName, where));
    }

    private void check() {
        var _ = server();
        requireFile("cluster '" + clusterName + "'", "certificate-authority", cluster.authorityFile());
        if (!cluster.proxyUrl().isEmpty()) {
            throw new AccessException(
                    "cluster '%s' of the kubeconfig %s has a proxy-url, which is not supported: remove it, and set the proxy with -Dhttps.proxyHost=… and -Dhttps.proxyPort=… for Java"
                            .formatted(clusterName, where));
        }
        if (cluster.insecure()
                && !(cluster.authorityFile().isEmpty()
                        && cluster.authorityData().isEmpty())) {
            throw new AccessException(
                    "cluster '%s' of the kubeconfig %s has both a certificate authority and insecure-skip-tls-verify, which would trust any server: remove one of them"
                            .formatted(clusterName, where));
        }
        String who = "user '" + userName + "'";
        requireFile(who, "client-certificate", user.certificateFile());
        requireFile(who, "client-key", user.keyFile());
        requireFile(who, "tokenFile", user.tokenFile());
        boolean certificate = !(user.certificateFile() + user.certificateData()).isEmpty();
        boolean key = !(user.keyFile() + user.keyData()).isEmpty();
        if (certificate != key) {
            throw new AccessException("%s of the kubeconfig %s has a client %s but no client %s: add the other one"
                    .formatted(who, where, certificate ? "certificate" : "key", certificate ? "key" : "certificate"));
        }
    }

    private void requireFile(String who, String field, String file) {
        if (!file.isEmpty() && !Files.isReadable(Path.of(file))) {
            throw new AccessException(
                    "%s of the kubeconfig %s names the %s file %s, which cannot be read: check that it exists"
                            .formatted(who, where, field, file));
        }
    }

    private static Optional<String> current(List<KubeconfigFile> files) {
        return files.stream()
                .map(KubeconfigFile::currentContext)
                .filter(name -> !name.isEmpty())
                .findFirst();
    }

    private static <V> List<String> names(
            List<KubeconfigFile> files, Function<KubeconfigFile, Map<String, V>> entries) {
        return files.stream()
                .map(entries)
                .map(Map::keySet)
                .flatMap(Collection::stream)
                .distinct()
                .toList();
    }

    private static <V> Optional<V> find(
            List<KubeconfigFile> files, Function<KubeconfigFile, Map<String, V>> entries, String name) {
        return files.stream()
                .map(entries)
                .flatMap(map -> Optional.ofNullable(map.get(name)).stream())
                .findFirst();
    }

    private static String quoted(List<String> names) {
        return names.isEmpty()
                ? "none"
                : names.stream().map(name -> "'" + name + "'").collect(Collectors.joining(", "));
    }
}
