package io.livekube.protocol.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.livekube.protocol.BatchLimits;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.ProtocolException.Problem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// JSON text, parsed layer by layer: the values of a layer are located by their positions, and no tree is
/// built.
final class JsonText {
    private static final int MAX_DEPTH = 512;

    /// Type and position of a value.
    record Value(JsonToken type, int from, int to) {}

    private interface Work<T> {
        T with(JsonParser parser) throws IOException, ProtocolException;
    }

    private final byte[] bytes;
    private final BatchLimits limits;
    private final JsonFactory factory;

    JsonText(byte[] bytes, BatchLimits limits) {
        this.bytes = bytes;
        this.limits = limits;
        this.factory = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .maxStringLength(limits.objectBytes())
                        .maxDocumentLength(limits.contentBytes())
                        .build())
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .build();
    }

    byte[] bytes() {
        return bytes;
    }

    BatchLimits limits() {
        return limits;
    }

    /// The whole text, which must be a single value.
    Value whole() throws ProtocolException {
        return parse("the body", 0, bytes.length, parser -> {
            parser.nextToken();
            Value value = value(parser, 0, "the body");
            if (parser.nextToken() != null) {
                throw malformed("the body", "unexpected content after the JSON value, at byte " + value.to());
            }
            return value;
        });
    }

    /// The fields of an object.
    Map<String, Value> fields(Value object, String place) throws ProtocolException {
        expect(object, JsonToken.START_OBJECT, "an object", place);
        return parse(place, object.from(), object.to(), parser -> {
            var fields = new LinkedHashMap<String, Value>();
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                if (fields.put(name, value(parser, object.from(), place)) != null) {
                    throw malformed(place, "the field '%s' is given twice".formatted(brief(name)));
                }
                if (fields.size() > limits.edits()) {
                    throw tooLarge(place, "more than %d fields".formatted(limits.edits()));
                }
            }
            return fields;
        });
    }

    /// The items of an array.
    List<Value> items(Value array, String place) throws ProtocolException {
        expect(array, JsonToken.START_ARRAY, "an array", place);
        return parse(place, array.from(), array.to(), parser -> {
            var items = new ArrayList<Value>();
            parser.nextToken();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                if (items.size() == limits.edits()) {
                    throw tooLarge(place, "more than %d items".formatted(limits.edits()));
                }
                items.add(value(parser, array.from(), place));
            }
            return items;
        });
    }

    /// A string, or a number or literal as it is written.
    String text(Value scalar, String place) throws ProtocolException {
        return parse(place, scalar.from(), scalar.to(), parser -> {
            if (!parser.nextToken().isScalarValue()) {
                throw malformed(place, "expected a string or a number");
            }
            String text = parser.getText();
            if (text.length() > limits.textBytes()) {
                throw tooLarge(
                        place,
                        "a string has %d characters, more than the limit of %d"
                                .formatted(text.length(), limits.textBytes()));
            }
            return text;
        });
    }

    private Value value(JsonParser parser, int offset, String place) throws IOException, ProtocolException {
        JsonToken type = parser.currentToken();
        if (type == null) {
            throw malformed(place, "the JSON ends unexpectedly");
        }
        if (parser.currentTokenLocation().getByteOffset() < 0) {
            throw malformed(place, "the JSON is not in UTF-8");
        }
        int from = offset + (int) parser.currentTokenLocation().getByteOffset();
        if (type.isStructStart()) {
            parser.skipChildren();
        } else {
            parser.finishToken();
        }
        return new Value(type, from, offset + (int) parser.currentLocation().getByteOffset());
    }

    private void expect(Value value, JsonToken type, String what, String place) throws ProtocolException {
        if (value.type() != type) {
            throw malformed(place, "expected %s at byte %d".formatted(what, value.from()));
        }
    }

    private <T> T parse(String place, int from, int to, Work<T> work) throws ProtocolException {
        try (JsonParser parser = factory.createParser(bytes, from, to - from)) {
            return work.with(parser);
        } catch (StreamConstraintsException e) {
            throw tooLarge(place, brief(e.getOriginalMessage()));
        } catch (JsonProcessingException e) {
            throw malformed(
                    place,
                    "not JSON at byte %d: %s"
                            .formatted(
                                    from
                                            + Math.max(
                                                    0,
                                                    e.getLocation() == null
                                                            ? 0
                                                            : e.getLocation().getByteOffset()),
                                    brief(e.getOriginalMessage())));
        } catch (IOException e) {
            throw malformed(place, "not JSON: " + brief(String.valueOf(e.getMessage())));
        }
    }

    static ProtocolException malformed(String place, String sentence) {
        return new ProtocolException(Problem.MALFORMED, place + ": " + sentence);
    }

    static ProtocolException tooLarge(String place, String sentence) {
        return new ProtocolException(Problem.TOO_LARGE, place + ": " + sentence);
    }

    /// Truncates a text from outside for an error message.
    static String brief(String text) {
        return text.length() <= 200 ? text : text.substring(0, 200) + "…";
    }
}
