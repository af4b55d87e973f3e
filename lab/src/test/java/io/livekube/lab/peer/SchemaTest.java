package io.livekube.lab.peer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.core.json.FieldPaths;
import io.livekube.core.protobuf.ProtobufEnvelope;
import io.livekube.core.protobuf.Transcoder;
import io.livekube.core.protobuf.UnreadableProtobufException;
import io.livekube.lab.bench.LabDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The schema of `core` against Kubernetes' own: its Go types, and its examples of every kind with every
/// field, as JSON and as protobuf.
@Timeout(1200)
class SchemaTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path peers = LabDirectory.find().path().resolve("peers");

    @Test
    void theSchemaMatchesTheTypes() throws Exception {
        Path schema = peers.resolve("../../core/src/main/resources/io/livekube/core/protobuf/kubernetes.schema");
        assertThat(go("run", "./schema"))
                .as("run: go run ./schema > %s", schema)
                .isEqualTo(Files.readString(schema));
    }

    @Test
    void everyExampleOfEveryKindIsWrittenAsItsJson() throws Exception {
        Path examples = examples();
        List<String> unknown = new ArrayList<>();
        int compared = 0;
        for (Path example : withEnding(examples, ".pb")) {
            String name = example.getFileName().toString().replace(".pb", "");
            byte[] protobuf = Files.readAllBytes(example);
            JsonNode expected = JSON.readTree(examples.resolve(name + ".json").toFile());
            try {
                JsonNode found = JSON.readTree(Transcoder.json(protobuf, 0, protobuf.length));
                assertThat(found.toString()).as(name).isEqualTo(expected.toString());
                compared++;
            } catch (UnreadableProtobufException e) {
                assertThat(e).as(name).hasMessageStartingWith("there is no schema of ");
                unknown.add(name);
            }
        }
        assertThat(compared).isGreaterThan(130);
        assertThat(unknown)
                .as("no kind that can be watched")
                .allMatch(
                        name -> name.matches(
                                ".*(Review|Options|Binding|Eviction|Scale|TokenRequest|RangeAllocation"
                                        + "|SerializedReference|PodStatusResult|DeploymentRollback|APIGroupDiscovery|APIGroup|APIVersions|WatchEvent|StatefulSet)"));
    }

    @Test
    void damagedExamplesAreRefusedOrReadable() throws Exception {
        var paths = FieldPaths.of(
                List.of(
                        "metadata.managedFields",
                        "metadata.annotations[annotationsKey]",
                        "spec.template.metadata",
                        "status"),
                List.of(),
                List.of("metadata.name", "metadata.labels", "metadata.ownerReferences"));
        var random = new SplittableRandom(1);
        int readable = 0;
        for (Path example : withEnding(examples(), ".pb")) {
            byte[] protobuf = Files.readAllBytes(example);
            ProtobufEnvelope object = ProtobufEnvelope.read(protobuf, 0, protobuf.length);
            Optional<Transcoder> known = Transcoder.of(object.apiVersion(), object.kind(), paths, 3);
            for (int trial = 0; trial < 100 && known.isPresent(); trial++) {
                byte[] damaged = Arrays.copyOfRange(protobuf, object.from(), object.to());
                for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
                    damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
                }
                if (isReadable(known.get(), damaged, example + ", trial " + trial)) {
                    readable++;
                }
            }
        }
        assertThat(readable).isGreaterThan(1_000);
    }

    private static boolean isReadable(Transcoder transcoder, byte[] object, String description) throws Exception {
        try {
            transcoder.transcode(object, 0, object.length);
        } catch (UnreadableProtobufException e) {
            return false;
        }
        JsonNode json = JSON.readTree(transcoder.stripped(), 0, transcoder.strippedLength());
        assertThat(json.isObject()).as(description).isTrue();
        return true;
    }

    private Path examples() throws Exception {
        return Path.of(go("list", "-m", "-f", "{{.Dir}}", "k8s.io/api").strip(), "testdata/HEAD");
    }

    private static List<Path> withEnding(Path directory, String ending) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }

    private String go(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("go"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(peers.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(String.join(" ", command)).isZero();
        return output;
    }
}
