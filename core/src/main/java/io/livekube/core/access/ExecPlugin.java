package io.livekube.core.access;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.core.access.KubeconfigFile.Exec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/// Exec plugin: a program that a kubeconfig names to fetch credentials (`client.authentication.k8s.io`).
///
/// It runs without a terminal, so an interactive plugin fails with an error message.
final class ExecPlugin {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int MAX_OUTPUT = 1 << 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    /// One thread per stream: in a pool, reading stdout could wait for stderr, and the plugin for both. Platform
    /// threads, because a read from a pipe would block the carrier of a virtual one.
    private static final Executor READERS =
            task -> Thread.ofPlatform().daemon().name("exec-plugin").start(task);

    private final Exec config;
    private final String name;

    /// @param owner the user that the credentials belong to, for messages
    ExecPlugin(Exec config, String owner) {
        this.config = config;
        this.name = "the exec plugin '" + config.command() + "' of " + owner;
    }

    /// The credentials that it printed.
    ///
    /// @param token empty if it gave a certificate only
    record Credential(
            Optional<String> token,
            Optional<String> certificatePem,
            Optional<String> keyPem,
            Optional<Instant> expires) {}

    Credential run() {
        List<String> command = new ArrayList<>(List.of(config.command()));
        command.addAll(config.args());
        var builder = new ProcessBuilder(command);
        config.env().forEach(variable -> builder.environment().put(variable.name(), variable.value()));
        builder.environment().put("KUBERNETES_EXEC_INFO", execInfo());
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new AccessException(
                    "%s cannot be started: check that it is installed and on the PATH.%s".formatted(name, hint()), e);
        }
        try {
            process.getOutputStream().close();
            var output = CompletableFuture.supplyAsync(() -> text(process.getInputStream()), READERS);
            var complaint = CompletableFuture.supplyAsync(() -> text(process.getErrorStream()), READERS);
            if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                throw new AccessException("%s did not finish within %d s: run it manually to see what it is waiting for"
                        .formatted(name, TIMEOUT.toSeconds()));
            }
            if (process.exitValue() != 0) {
                throw new AccessException("%s failed with exit code %d: %s%s"
                        .formatted(name, process.exitValue(), lastLine(complaint.join()), hint()));
            }
            return credential(output.join());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AccessException("interrupted while waiting for " + name, e);
        } catch (IOException e) {
            throw new AccessException(name + ": I/O error: " + e.getMessage(), e);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private Credential credential(String output) {
        try {
            JsonNode printed = JSON.readTree(output);
            JsonNode status = printed.path("status");
            Optional<String> token = text(status, "token");
            Optional<String> certificate = text(status, "clientCertificateData");
            Optional<String> key = text(status, "clientKeyData");
            if (!"ExecCredential".equals(printed.path("kind").asText())
                    || (token.isEmpty() && (certificate.isEmpty() || key.isEmpty()))) {
                throw new AccessException(
                        name + " returned no credentials: expected an ExecCredential with a token or a certificate");
            }
            return new Credential(
                    token, certificate, key, text(status, "expirationTimestamp").map(Instant::parse));
        } catch (JacksonException e) {
            throw new AccessException(name + " printed invalid JSON: run it manually to see its output", e);
        } catch (DateTimeParseException e) {
            throw new AccessException(
                    "%s returned the invalid expirationTimestamp '%s'".formatted(name, e.getParsedString()), e);
        }
    }

    private static Optional<String> text(JsonNode status, String field) {
        return Optional.of(status.path(field).asText("")).filter(value -> !value.isEmpty());
    }

    private String execInfo() {
        return JSON.createObjectNode()
                .put("apiVersion", config.apiVersion())
                .put("kind", "ExecCredential")
                .set("spec", JSON.createObjectNode().put("interactive", false))
                .toString();
    }

    private String hint() {
        return config.installHint().isBlank() ? "" : " " + config.installHint().strip();
    }

    private static String text(InputStream stream) {
        try (stream) {
            return new String(stream.readNBytes(MAX_OUTPUT), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    private static String lastLine(String text) {
        return text.lines()
                .filter(line -> !line.isBlank())
                .reduce((_, last) -> last)
                .orElse("it printed nothing");
    }
}
