package io.livekube.core.kube;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Ways to a cluster that Kubernetes users already have: a kubeconfig with tokens, certificates or exec plugins, or the
/// service account of the pod we run in.
public final class Kubeconfig {
    private static final Path SERVICE_ACCOUNT = Path.of(Config.KUBERNETES_SERVICE_ACCOUNT_TOKEN_PATH);

    private static final ObjectReader KUBECONFIG = new YAMLMapper()
            .readerFor(io.fabric8.kubernetes.api.model.Config.class)
            .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private Kubeconfig() {}

    /// The context named, or the current one, of a kubeconfig file.
    public static ApiAccess file(Path file, Optional<String> context) {
        if (!Files.isReadable(file)) {
            throw new AccessException("the kubeconfig " + file + " can't be read: does it exist?");
        }
        return access(() -> parsed(() -> config(file, context), file.toString()));
    }

    /// Reads the file with a mapper of our own: the library's registers every Kubernetes class there is, which costs a
    /// second and megabytes for a file of a few lines. What the fields mean is left to the library.
    private static Config config(Path file, Optional<String> context) throws IOException {
        io.fabric8.kubernetes.api.model.Config parsed = KUBECONFIG.readValue(file.toFile());
        if (parsed == null) {
            throw new AccessException("the kubeconfig " + file + " is empty");
        }
        context.ifPresent(name -> requireContext(parsed, name, file));
        Config config = Config.empty();
        KubeConfigUtils.merge(config, context.orElse(null), parsed);
        return config;
    }

    private static void requireContext(io.fabric8.kubernetes.api.model.Config parsed, String name, Path file) {
        List<String> known =
                parsed.getContexts().stream().map(NamedContext::getName).toList();
        if (!known.contains(name)) {
            throw new AccessException("the kubeconfig %s has no context '%s'; it has: %s"
                    .formatted(file, name, String.join(", ", known)));
        }
    }

    /// What kubectl would use here: `KUBECONFIG`, `~/.kube/config`, or the service account of this pod.
    public static ApiAccess find(Optional<String> context) {
        boolean configured = Config.getKubeconfigFilenames().stream().anyMatch(name -> Files.isReadable(Path.of(name)));
        if (!configured && !Files.isReadable(SERVICE_ACCOUNT)) {
            throw new AccessException("no cluster to connect to: no kubeconfig at %s, and not running in a pod"
                    .formatted(String.join(" or ", Config.getKubeconfigFilenames())));
        }
        return access(() -> parsed(() -> Config.autoConfigure(context.orElse(null)), "the kubeconfig found"));
    }

    /// The service account of the pod we run in.
    public static ApiAccess inCluster() {
        if (!Files.isReadable(SERVICE_ACCOUNT)) {
            throw new AccessException("not running in a pod: there is no service account token at " + SERVICE_ACCOUNT);
        }
        return access(() -> parsed(
                () -> new ConfigBuilder(Config.empty()).withAutoConfigure(true).build(), "the pod's service account"));
    }

    private interface Parse {
        @Nullable
        Config parse() throws IOException;
    }

    private static Config parsed(Parse parse, String what) {
        try {
            Config config = parse.parse();
            if (config == null || config.getMasterUrl() == null) {
                throw new AccessException(what + " names no API server");
            }
            return config;
        } catch (IOException | RuntimeException e) {
            throw e instanceof AccessException known
                    ? known
                    : new AccessException(what + " is not usable: " + e.getMessage(), e);
        }
    }

    /// @param load reads the configuration, now and whenever its credentials are no longer accepted
    private static ApiAccess access(Supplier<Config> load) {
        Config config = load.get();
        try {
            SSLContext tls = SSLUtils.sslContext(config);
            return new ApiAccess(URI.create(config.getMasterUrl()), tls, new RefreshedCredentials(config, load));
        } catch (GeneralSecurityException | IOException e) {
            throw new AccessException(
                    "the certificates for " + config.getMasterUrl() + " are not usable: " + e.getMessage(), e);
        }
    }

    /// Credentials of a configuration that can be read again: rotated tokens, exec plugins.
    private static final class RefreshedCredentials implements Credentials {
        private final Supplier<Config> load;
        private volatile Config config;

        RefreshedCredentials(Config config, Supplier<Config> load) {
            this.config = config;
            this.load = load;
        }

        @Override
        public Map<String, String> headers() {
            Config now = config;
            String token = now.getOauthTokenProvider() != null
                    ? now.getOauthTokenProvider().getToken()
                    : null;
            if (token == null) {
                token = now.getOauthToken() != null ? now.getOauthToken() : now.getAutoOAuthToken();
            }
            if (token != null && !token.isEmpty()) {
                return Map.of("Authorization", "Bearer " + token);
            }
            if (now.getUsername() != null && now.getPassword() != null) {
                byte[] pair = (now.getUsername() + ":" + now.getPassword()).getBytes(StandardCharsets.UTF_8);
                return Map.of("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
            }
            return Map.of();
        }

        @Override
        public void refresh() {
            config = load.get();
        }
    }
}
