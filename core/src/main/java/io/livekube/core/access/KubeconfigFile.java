package io.livekube.core.access;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.api.model.ExecConfig;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.api.model.NamedContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One kubeconfig file, with the paths inside it made absolute.
record KubeconfigFile(Path path, Config content) {
    /// A mapper of our own: the library's registers every Kubernetes class there is, which costs a second
    /// and megabytes for a file of a few lines.
    private static final ObjectReader YAML =
            new YAMLMapper().readerFor(Config.class).without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    static List<KubeconfigFile> read(List<Path> paths) {
        return paths.stream().map(KubeconfigFile::read).toList();
    }

    static KubeconfigFile read(Path path) {
        if (!Files.isReadable(path) || Files.isDirectory(path)) {
            throw new AccessException(
                    "there is no kubeconfig that can be read at %s: name another file, or get one from".formatted(path)
                            + " whoever runs the cluster");
        }
        try {
            Config content = YAML.readValue(path.toFile());
            if (content == null) {
                throw new AccessException("the kubeconfig " + path + " is empty: fetch it anew");
            }
            var file = new KubeconfigFile(path, content);
            file.once("context", content.getContexts(), NamedContext::getName);
            file.once("cluster", content.getClusters(), NamedCluster::getName);
            file.once("user", content.getUsers(), NamedAuthInfo::getName);
            content.getClusters().forEach(named -> file.absolute(named.getCluster()));
            content.getUsers().forEach(named -> file.absolute(named.getUser()));
            return file;
        } catch (JacksonException e) {
            JsonLocation at = e.getLocation();
            throw new AccessException(
                    "the kubeconfig %s is not what it should be%s: %s; correct it or fetch it anew"
                            .formatted(path, at == null ? "" : " in line " + at.getLineNr(), reason(e)),
                    e);
        } catch (IOException e) {
            throw new AccessException("the kubeconfig " + path + " can't be read: " + e.getMessage(), e);
        }
    }

    /// Of two of one name the library would take what is in the one, and we what is in the other.
    private <T> void once(String what, List<T> entries, Function<T, @Nullable String> name) {
        var names = new HashSet<@Nullable String>();
        for (T entry : entries) {
            if (!names.add(name.apply(entry))) {
                throw new AccessException("the kubeconfig %s has more than one %s '%s': remove or rename all but one"
                        .formatted(path, what, name.apply(entry)));
            }
        }
    }

    /// What does not fit is told by its place: its value may be a token.
    private static String reason(JacksonException e) {
        if (e instanceof JsonMappingException unfit) {
            String place = unfit.getPath().stream()
                    .map(step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : "." + step.getFieldName())
                    .collect(Collectors.joining());
            return "there is something else than expected"
                    + (place.isEmpty() ? "" : " at " + place.substring(place.startsWith(".") ? 1 : 0));
        }
        return e.getOriginalMessage().lines().findFirst().orElse("not readable");
    }

    private void absolute(@Nullable Cluster cluster) {
        if (cluster != null) {
            absolute(cluster.getCertificateAuthority(), cluster::setCertificateAuthority);
        }
    }

    private void absolute(@Nullable AuthInfo user) {
        if (user != null) {
            absolute(user.getClientCertificate(), user::setClientCertificate);
            absolute(user.getClientKey(), user::setClientKey);
            absolute(user.getTokenFile(), user::setTokenFile);
            ExecConfig exec = user.getExec();
            if (exec != null && exec.getCommand() != null && exec.getCommand().contains("/")) {
                absolute(exec.getCommand(), exec::setCommand);
            }
        }
    }

    private void absolute(@Nullable String inside, Consumer<String> change) {
        if (inside != null && !inside.isEmpty()) {
            change.accept(path.toAbsolutePath().resolveSibling(inside).toString());
        }
    }
}
