package io.livekube.testkit.fault;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// LIST response that is edited in place, so that all other bytes stay the same.
final class EditableList {

    private static final JsonFactory JSON = new JsonFactory();

    private record Span(int from, int to) {}

    private final byte[] json;

    EditableList(byte[] json) {
        this.json = json;
    }

    /// The list's own, not an item's.
    String resourceVersion() throws IOException {
        Span quoted = versionSpan();
        return new String(json, quoted.from() + 1, quoted.to() - quoted.from() - 2, StandardCharsets.UTF_8);
    }

    byte[] withResourceVersion(String version) throws IOException {
        Span quoted = versionSpan();
        var changed = new ByteArrayOutputStream(json.length + version.length());
        changed.write(json, 0, quoted.from());
        changed.writeBytes(("\"" + version + "\"").getBytes(StandardCharsets.UTF_8));
        changed.write(json, quoted.to(), json.length - quoted.to());
        return changed.toByteArray();
    }

    byte[] withGarbageInItem(int number) throws IOException {
        Span item = inField("items", parser -> nthItem(parser, number))
                .orElseThrow(() -> new FaultNotApplicableException("the list has no item " + number));
        return Garbage.between(json, item.from(), item.to());
    }

    private Span versionSpan() throws IOException {
        return inField("metadata", EditableList::versionInMetadata)
                .orElseThrow(() -> new FaultNotApplicableException("the body has no metadata.resourceVersion"));
    }

    private interface Search {
        Optional<Span> within(JsonParser parser) throws IOException;
    }

    private Optional<Span> inField(String field, Search search) throws IOException {
        try (JsonParser parser = JSON.createParser(json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new FaultNotApplicableException("the body is no JSON object");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean found = parser.currentName().equals(field);
                parser.nextToken();
                if (found) {
                    return search.within(parser);
                }
                parser.skipChildren();
            }
            return Optional.empty();
        } catch (JacksonException e) {
            throw new FaultNotApplicableException("the body is no JSON: " + e.getOriginalMessage());
        }
    }

    private static Optional<Span> versionInMetadata(JsonParser parser) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean found = parser.currentName().equals("resourceVersion");
            if (parser.nextToken() == JsonToken.VALUE_STRING && found) {
                parser.finishToken();
                return Optional.of(span(parser));
            }
            parser.skipChildren();
        }
        return Optional.empty();
    }

    private static Optional<Span> nthItem(JsonParser parser, int number) throws IOException {
        int n = 0;
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            int from = (int) parser.currentTokenLocation().getByteOffset();
            parser.skipChildren();
            if (++n == number) {
                return Optional.of(new Span(from, (int) parser.currentLocation().getByteOffset()));
            }
        }
        return Optional.empty();
    }

    private static Span span(JsonParser parser) {
        return new Span((int) parser.currentTokenLocation().getByteOffset(), (int)
                parser.currentLocation().getByteOffset());
    }
}
