package io.livekube.core.access;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One kubeconfig file: the entries that we use, by name, with the paths inside it made absolute.
///
/// A text, list or map that is absent from the file is empty.
///
/// @param currentContext name of the context to use by default
record KubeconfigFile(
        Path path,
        String currentContext,
        Map<String, Context> contexts,
        Map<String, Cluster> clusters,
        Map<String, User> users) {

    /// A cluster and a user, by their names.
    record Context(String cluster, String user) {}

    /// Address of an API server, and the authority that issued its certificate.
    record Cluster(
            String server,
            @JsonProperty("tls-server-name") String tlsServerName,
            @JsonProperty("certificate-authority") String authorityFile,
            @JsonProperty("certificate-authority-data") String authorityData,
            @JsonProperty("insecure-skip-tls-verify") boolean insecure,
            @JsonProperty("proxy-url") String proxyUrl) {
        private Cluster relativeTo(Path kubeconfig) {
            return new Cluster(
                    server, tlsServerName, absolute(authorityFile, kubeconfig), authorityData, insecure, proxyUrl);
        }
    }

    /// Credentials of a user, and the user that it impersonates.
    record User(
            String token,
            String tokenFile,
            String username,
            String password,
            @JsonProperty("client-certificate") String certificateFile,
            @JsonProperty("client-certificate-data") String certificateData,
            @JsonProperty("client-key") String keyFile,
            @JsonProperty("client-key-data") String keyData,
            @Nullable Exec exec,
            @JsonProperty("auth-provider") @Nullable AuthProvider authProvider,
            String as,
            @JsonProperty("as-uid") String asUid,
            @JsonProperty("as-groups") List<@Nullable String> asGroups,
            @JsonProperty("as-user-extra") Map<String, @Nullable List<@Nullable String>> asUserExtra) {
        static final User ANONYMOUS = new User("", "", "", "", "", "", "", "", null, null, "", "", List.of(), Map.of());

        /// Omits secrets.
        @Override
        public String toString() {
            return "User[username=%s, as=%s]".formatted(username, as);
        }

        private User relativeTo(Path kubeconfig) {
            return new User(
                    token,
                    absolute(tokenFile, kubeconfig),
                    username,
                    password,
                    absolute(certificateFile, kubeconfig),
                    certificateData,
                    absolute(keyFile, kubeconfig),
                    keyData,
                    exec == null ? null : exec.relativeTo(kubeconfig),
                    authProvider,
                    as,
                    asUid,
                    asGroups,
                    asUserExtra);
        }
    }

    /// A program that prints credentials.
    record Exec(
            String apiVersion, String command, List<String> args, List<EnvironmentVariable> env, String installHint) {
        record EnvironmentVariable(String name, String value) {}

        /// A command without a slash is looked up on the `PATH`.
        private Exec relativeTo(Path kubeconfig) {
            return command.contains("/")
                    ? new Exec(apiVersion, absolute(command, kubeconfig), args, env, installHint)
                    : this;
        }
    }

    /// Tokens that an identity provider issued, kept in the file by the tool that fetched them.
    record AuthProvider(Map<String, @Nullable String> config) {
        /// The token to send; empty if there is none.
        String token() {
            String access = entry("access-token");
            return access.isEmpty() ? entry("id-token") : access;
        }

        private String entry(String key) {
            return Objects.requireNonNullElse(config.get(key), "");
        }

        /// Omits tokens.
        @Override
        public String toString() {
            return "AuthProvider" + config.keySet();
        }
    }

    private record NamedContext(String name, @Nullable Context context) {}

    private record NamedCluster(String name, @Nullable Cluster cluster) {}

    private record NamedUser(String name, @Nullable User user) {}

    private record Content(
            @JsonProperty("current-context") String currentContext,
            List<@Nullable NamedContext> contexts,
            List<@Nullable NamedCluster> clusters,
            List<@Nullable NamedUser> users) {}

    private static final ObjectReader YAML = reader();

    private static ObjectReader reader() {
        var mapper = new YAMLMapper();
        for (Class<?> type : List.of(String.class, List.class, Map.class)) {
            mapper.configOverride(type).setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY));
        }
        return mapper.readerFor(Content.class).without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    }

    static List<KubeconfigFile> read(List<Path> paths) {
        return paths.stream().map(KubeconfigFile::read).toList();
    }

    static KubeconfigFile read(Path path) {
        if (!Files.isReadable(path) || Files.isDirectory(path)) {
            throw new AccessException(
                    "no readable kubeconfig at %s: specify another file, or ask your administrator for one"
                            .formatted(path));
        }
        try {
            @Nullable Content content = YAML.readValue(path.toFile());
            if (content == null) {
                throw new AccessException("the kubeconfig " + path + " is empty: fetch it again");
            }
            Map<String, Cluster> clusters =
                    byName(path, "cluster", content.clusters(), NamedCluster::name, NamedCluster::cluster);
            clusters.replaceAll((_, cluster) -> cluster.relativeTo(path));
            Map<String, User> users = byName(path, "user", content.users(), NamedUser::name, NamedUser::user);
            users.replaceAll((_, user) -> user.relativeTo(path));
            return new KubeconfigFile(
                    path,
                    content.currentContext(),
                    byName(path, "context", content.contexts(), NamedContext::name, NamedContext::context),
                    clusters,
                    users);
        } catch (JacksonException e) {
            JsonLocation at = e.getLocation();
            throw new AccessException(
                    "the kubeconfig %s is not valid%s: %s; correct it or fetch it again"
                            .formatted(path, at == null ? "" : " in line " + at.getLineNr(), reason(e)),
                    e);
        } catch (IOException e) {
            throw new AccessException("the kubeconfig " + path + " can't be read: " + e.getMessage(), e);
        }
    }

    /// Entries without a value are omitted. Duplicate names are refused, because tools disagree on which
    /// entry applies.
    private static <E, V> Map<String, V> byName(
            Path path,
            String what,
            List<@Nullable E> entries,
            Function<E, String> name,
            Function<E, @Nullable V> value) {
        Map<String, V> byName = new LinkedHashMap<>();
        for (E entry : entries) {
            V found = entry == null ? null : value.apply(entry);
            if (entry != null && found != null && byName.putIfAbsent(name.apply(entry), found) != null) {
                throw new AccessException("the kubeconfig %s has more than one %s '%s': remove or rename all but one"
                        .formatted(path, what, name.apply(entry)));
            }
        }
        return byName;
    }

    /// Describes the place of an unexpected value, but not the value, which may be a token.
    private static String reason(JacksonException e) {
        if (e instanceof JsonMappingException unfit) {
            String place = unfit.getPath().stream()
                    .map(step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : "." + step.getFieldName())
                    .collect(Collectors.joining());
            return "unexpected value"
                    + (place.isEmpty() ? "" : " at " + place.substring(place.startsWith(".") ? 1 : 0));
        }
        return e.getOriginalMessage().lines().findFirst().orElse("not readable");
    }

    private static String absolute(String inside, Path kubeconfig) {
        return inside.isEmpty()
                ? ""
                : kubeconfig.toAbsolutePath().resolveSibling(inside).toString();
    }
}
