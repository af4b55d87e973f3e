package io.livekube.hub.read;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.livekube.core.json.JsonSplitter;
import io.livekube.core.json.MalformedJsonException;
import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Snapshot;
import io.livekube.hub.control.TaskReply;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Decodes a fetched list object by object, without holding its complete text in memory. Used for one list.
///
/// Objects that can't be decoded are counted and skipped; the first one is logged. Incomplete and oversized
/// lists are rejected.
final class ListDecoder {
    /// A decoded list.
    ///
    /// @param kind kind of the objects; empty if the list does not state one
    record Decoded(String kind, Snapshot state, int skipped) {}

    private static final Logger LOG = LoggerFactory.getLogger(ListDecoder.class);
    private static final ObjectReader ENVELOPE = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .reader();
    private static final int CHUNK = 64 << 10;

    /// Same limit as in the agent.
    private static final int MAX_OBJECT = 64 << 20;

    private static final Pattern KIND = Pattern.compile("[A-Za-z0-9]{0,100}");

    private final String cluster;
    private final FetchConfig.ListLimits limits;
    private final ObjectFormat format;
    private final List<KubeObject> objects = new ArrayList<>();
    private int skipped;

    /// @param cluster name of the cluster, for log messages
    ListDecoder(String cluster, Resource resource, FetchConfig.ListLimits limits) {
        this.cluster = cluster;
        this.limits = limits;
        FormatConfig defaults = FormatConfig.defaultsFor(resource);
        // As in the mirror: the agent has already stripped fields, and the rest is kept byte for byte.
        this.format = new ObjectFormat(
                resource,
                new FormatConfig(
                        List.of(), defaults.extracted(), defaults.dictionarySamples(), defaults.dictionaryBytes()));
    }

    /// @param kind kind of the objects; empty if unknown
    /// @param base state whose objects are reused where they are unchanged
    /// @throws MalformedJsonException if the input is not a complete list within the limits
    Decoded decode(TaskReply.Payload packed, String kind, Snapshot base) throws MalformedJsonException {
        JsonSplitter splitter = JsonSplitter.items(_ -> {}, this::object, MAX_OBJECT);
        byte[] chunk = new byte[CHUNK];
        try (InputStream body = Decompression.open(packed.body(), packed.coding())) {
            for (int n = body.read(chunk); n >= 0; n = body.read(chunk)) {
                splitter.feed(chunk, 0, n);
                if (splitter.total() > limits.unpackedBytes()) {
                    throw new MalformedJsonException(
                            "the decompressed list exceeds %,d bytes".formatted(limits.unpackedBytes()));
                }
            }
            splitter.end();
            return decoded(ENVELOPE.readTree(splitter.envelope()), kind, base);
        } catch (MalformedJsonException e) {
            throw e;
        } catch (JacksonException e) { // its full message contains parser internals
            throw new MalformedJsonException("invalid list: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new MalformedJsonException("invalid list: " + e.getMessage());
        }
    }

    private void object(byte[] json, int from, int to) throws MalformedJsonException {
        if (objects.size() + skipped >= limits.objects()) {
            throw new MalformedJsonException("the list has more than %,d objects".formatted(limits.objects()));
        }
        try {
            objects.add(format.decode(json, from, to));
        } catch (MalformedObjectException e) {
            if (skipped++ == 0) {
                LOG.warn(
                        "{}: skipping fetched objects that can't be decoded; the first one: {}",
                        cluster,
                        e.getMessage());
            }
        }
    }

    private Decoded decoded(JsonNode list, String known, Snapshot base) throws MalformedJsonException {
        JsonNode items = list.path("items");
        if (!items.isArray() && !items.isNull()) {
            throw new MalformedJsonException("not a list: there are no items");
        }
        JsonNode metadata = list.path("metadata");
        if (!metadata.path("continue").asText().isEmpty()) {
            throw new MalformedJsonException("the list is incomplete: there is another page");
        }
        String kind = known.isEmpty() ? kindOfItems(list.path("kind").asText()) : known;
        if (!KIND.matcher(kind).matches()) {
            throw new MalformedJsonException("the list's kind is not a valid name");
        }
        format.learnKind(kind);
        String version = metadata.path("resourceVersion").asText();
        try {
            long number = Long.parseUnsignedLong(version);
            return new Decoded(kind, base.draft(objects, number).snapshot(), skipped);
        } catch (NumberFormatException e) {
            throw new MalformedJsonException("the list's resourceVersion is not a number: '%.40s'".formatted(version));
        }
    }

    /// The list's kind without the suffix `List`; empty for untyped lists.
    private static String kindOfItems(String kind) {
        return kind.endsWith("List") && !kind.equals("List") ? kind.substring(0, kind.length() - 4) : "";
    }
}
