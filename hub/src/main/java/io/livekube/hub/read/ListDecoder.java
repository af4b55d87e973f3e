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

/// Reads a fetched list object by object; its text is never in memory as a whole.
///
/// An object that can't be decoded is counted and left out, and the first one told in the log. A list that
/// is not whole, or larger than allowed, is none.
///
/// For one list.
final class ListDecoder {
    /// What a list is.
    ///
    /// @param kind of its objects; empty if it does not say
    record Decoded(String kind, Snapshot state, int skipped) {}

    private static final Logger LOG = LoggerFactory.getLogger(ListDecoder.class);
    private static final ObjectReader ENVELOPE = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .reader();
    private static final int CHUNK = 64 << 10;

    /// As large as an agent takes them.
    private static final int MAX_OBJECT = 64 << 20;

    private static final Pattern KIND = Pattern.compile("[A-Za-z0-9]{0,100}");

    private final String cluster;
    private final FetchConfig.ListLimits limits;
    private final ObjectFormat format;
    private final List<KubeObject> objects = new ArrayList<>();
    private int skipped;

    /// @param cluster for messages
    ListDecoder(String cluster, Resource resource, FetchConfig.ListLimits limits) {
        this.cluster = cluster;
        this.limits = limits;
        FormatConfig defaults = FormatConfig.defaultsFor(resource);
        // As in the mirror: the agent has stripped what nobody reads, and the rest is kept byte for byte.
        this.format = new ObjectFormat(
                resource,
                new FormatConfig(
                        List.of(), defaults.extracted(), defaults.dictionarySamples(), defaults.dictionaryBytes()));
    }

    /// @param kind of the objects if that is known, else empty
    /// @param base whose objects are used again where they have not changed
    /// @throws MalformedJsonException if it is no list, not all of one, or too much; the message says which
    Decoded decode(TaskReply.Objects packed, String kind, Snapshot base) throws MalformedJsonException {
        JsonSplitter splitter = JsonSplitter.items(_ -> {}, this::object, MAX_OBJECT);
        byte[] chunk = new byte[CHUNK];
        try (InputStream body = Decompression.open(packed.body(), packed.coding())) {
            for (int n = body.read(chunk); n >= 0; n = body.read(chunk)) {
                splitter.feed(chunk, 0, n);
                if (splitter.total() > limits.unpackedBytes()) {
                    throw new MalformedJsonException(
                            "the list takes more than %,d bytes once unpacked".formatted(limits.unpackedBytes()));
                }
            }
            splitter.end();
            return decoded(ENVELOPE.readTree(splitter.envelope()), kind, base);
        } catch (MalformedJsonException e) {
            throw e;
        } catch (JacksonException e) { // whose whole message tells of parsers and places
            throw new MalformedJsonException("the list is not readable: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new MalformedJsonException("the list is not readable: " + e.getMessage());
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
                LOG.warn("{}: a fetched object is left out, and so are others like it: {}", cluster, e.getMessage());
            }
        }
    }

    private Decoded decoded(JsonNode list, String known, Snapshot base) throws MalformedJsonException {
        JsonNode items = list.path("items");
        if (!items.isArray() && !items.isNull()) {
            throw new MalformedJsonException("it is no list: it has no items");
        }
        JsonNode metadata = list.path("metadata");
        if (!metadata.path("continue").asText().isEmpty()) {
            throw new MalformedJsonException("the list is not whole: it goes on on another page");
        }
        String kind = known.isEmpty() ? kindOfItems(list.path("kind").asText()) : known;
        if (!KIND.matcher(kind).matches()) {
            throw new MalformedJsonException("the list's kind is no name");
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

    /// That of the list without `List`; empty for untyped lists.
    private static String kindOfItems(String kind) {
        return kind.endsWith("List") && !kind.equals("List") ? kind.substring(0, kind.length() - 4) : "";
    }
}
