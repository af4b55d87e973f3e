package io.livekube.hub.settings;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.hub.control.SyncSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// JSON file with the settings of all clusters, replaced atomically.
///
/// Not thread-safe.
public final class SettingsFile {
    private static final long MAX_BYTES = 64 << 20;

    private final JsonMapper mapper = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private final Path path;

    public SettingsFile(Path path) {
        this.path = path.toAbsolutePath();
    }

    /// Reads the file; returns no settings if it does not exist yet.
    ///
    /// @throws UncheckedIOException if the file can't be used; the message says what to do
    Map<String, SyncSettings> read(SyncSettings defaults) {
        try {
            if (Files.notExists(path) && !Files.isDirectory(path.resolveSibling("."))) {
                throw new NoSuchFileException("directory not found");
            }
            return Files.notExists(path) ? Map.of() : parse(bytes(), defaults);
        } catch (BadSettingsException e) {
            throw unusable(e.sentence(), new IOException(e));
        } catch (JacksonException e) {
            throw unusable("not JSON as written by the hub: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw unusable(String.valueOf(e.getMessage()), e);
        }
    }

    private byte[] bytes() throws IOException {
        if (Files.size(path) > MAX_BYTES) {
            throw new IOException("larger than %d MiB".formatted(MAX_BYTES >> 20));
        }
        return Files.readAllBytes(path);
    }

    private Map<String, SyncSettings> parse(byte[] json, SyncSettings defaults)
            throws IOException, BadSettingsException {
        JsonNode document = mapper.readTree(json);
        if (!(document instanceof ObjectNode)) {
            throw new BadSettingsException("expected a JSON object of clusters");
        }
        var names = new ResourceNames(List.of());
        Map<String, SyncSettings> settings = new TreeMap<>();
        for (Map.Entry<String, JsonNode> entry : document.properties()) {
            settings.put(
                    entry.getKey(), SettingsChange.read(entry.getValue(), names).applyTo(defaults));
        }
        return settings;
    }

    /// Replaces the file, or leaves it unchanged.
    void write(Map<String, SyncSettings> settings) throws IOException {
        ObjectNode document = mapper.createObjectNode();
        settings.forEach((cluster, its) -> SettingsChange.write(document.putObject(cluster), its));
        byte[] json = mapper.writerWithDefaultPrettyPrinter().writeValueAsBytes(document);
        Path next = path.resolveSibling(path.getFileName() + ".new");
        Files.write(
                next,
                json,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.SYNC);
        Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private UncheckedIOException unusable(String why, IOException cause) {
        return new UncheckedIOException(
                "the state file %s can't be used: %s; repair it, or move it away to start without settings"
                        .formatted(path, why),
                cause);
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
