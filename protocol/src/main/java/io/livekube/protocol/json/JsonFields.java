package io.livekube.protocol.json;

import com.fasterxml.jackson.core.JsonToken;
import io.livekube.core.model.Resource;
import io.livekube.protocol.Part;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.SessionId;
import io.livekube.protocol.json.JsonText.Value;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Fields of one JSON object, read by name and type; errors state the place and the problem.
final class JsonFields {
    private static final String ALL = "all";
    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

    private final JsonText json;
    private final String place;
    private final Map<String, Value> fields;

    JsonFields(JsonText json, Value object, String place) throws ProtocolException {
        this.json = json;
        this.place = place;
        this.fields = json.fields(object, place);
    }

    String place() {
        return place;
    }

    /// Rejects all other fields, so that a misspelled one is not ignored.
    JsonFields only(List<String> known) throws ProtocolException {
        for (String name : fields.keySet()) {
            if (!known.contains(name)) {
                throw malformed(
                        "unknown field '%s'; expected %s".formatted(JsonText.brief(name), String.join(", ", known)));
            }
        }
        return this;
    }

    Optional<Value> value(String name) {
        return Optional.ofNullable(fields.get(name)).filter(value -> value.type() != JsonToken.VALUE_NULL);
    }

    Value required(String name) throws ProtocolException {
        return value(name).orElseThrow(() -> malformed(name + " is missing"));
    }

    boolean has(String name) {
        return value(name).isPresent();
    }

    String text(String name) throws ProtocolException {
        return json.text(required(name), at(name));
    }

    String text(String name, String absent) throws ProtocolException {
        return has(name) ? text(name) : absent;
    }

    boolean flag(String name) throws ProtocolException {
        return switch (required(name).type()) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> throw malformed(name + " must be true or false");
        };
    }

    /// An integer from `least` to the maximum of 63 bits.
    long number(String name, long least) throws ProtocolException {
        String text = text(name);
        BigInteger number;
        try {
            number = new BigInteger(text.length() > 30 ? "x" : text);
        } catch (NumberFormatException e) {
            throw malformed("%s is '%s', but must be an integer from %d to %d"
                    .formatted(name, JsonText.brief(text), least, Long.MAX_VALUE));
        }
        if (number.compareTo(BigInteger.valueOf(least)) < 0 || number.compareTo(MAX) > 0) {
            throw malformed("%s is %s, but must be from %d to %d".formatted(name, number, least, Long.MAX_VALUE));
        }
        return number.longValueExact();
    }

    int count(String name, int least) throws ProtocolException {
        long count = number(name, least);
        if (count > Integer.MAX_VALUE) {
            throw malformed("%s is %d, but must be at most %d".formatted(name, count, Integer.MAX_VALUE));
        }
        return (int) count;
    }

    /// A resourceVersion, in quotes as in Kubernetes, or without.
    long version(String name) throws ProtocolException {
        return version(text(name), at(name));
    }

    static long version(String text, String place) throws ProtocolException {
        try {
            return Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            throw JsonText.malformed(
                    place, "'%s' is not a resourceVersion, a decimal number".formatted(JsonText.brief(text)));
        }
    }

    OptionalLong digest(String name) throws ProtocolException {
        return has(name) ? OptionalLong.of(digest(text(name), at(name))) : OptionalLong.empty();
    }

    static long digest(String text, String place) throws ProtocolException {
        try {
            if (text.length() != 16 || text.startsWith("+")) {
                throw new NumberFormatException(text);
            }
            return Long.parseUnsignedLong(text, 16);
        } catch (NumberFormatException e) {
            throw JsonText.malformed(place, "'%s' is not 16 hexadecimal digits".formatted(JsonText.brief(text)));
        }
    }

    SessionId session(String name) throws ProtocolException {
        try {
            return SessionId.parse(text(name));
        } catch (IllegalArgumentException e) {
            throw malformed("%s is %s".formatted(name, JsonText.brief(String.valueOf(e.getMessage()))));
        }
    }

    BitSet buckets(String name) throws ProtocolException {
        var buckets = new BitSet(Part.BUCKETS);
        if (required(name).type() == JsonToken.VALUE_STRING) {
            if (!text(name).equals(ALL)) {
                throw malformed(name + " must be \"all\" or an array of numbers from 0 to 255");
            }
            buckets.set(0, Part.BUCKETS);
            return buckets;
        }
        for (Value item : json.items(required(name), at(name))) {
            String text = json.text(item, at(name));
            if (!text.matches("[0-9]{1,3}") || Integer.parseInt(text) >= Part.BUCKETS) {
                throw malformed(
                        "%s has '%s', but must have numbers from 0 to 255".formatted(name, JsonText.brief(text)));
            }
            buckets.set(Integer.parseInt(text));
        }
        return buckets;
    }

    /// The kind of the object: by its `Resource`, or its well-known `Kind`.
    Resource resource(JsonKindNames names) throws ProtocolException {
        return has("Resource")
                ? JsonKindNames.resource(text("Resource"), at("Resource"))
                : names.find(text("Kind"), place);
    }

    /// The items of an array, which may be absent.
    List<Value> items(String name) throws ProtocolException {
        return has(name) ? json.items(required(name), at(name)) : List.of();
    }

    /// The objects of an array, which may be absent.
    List<JsonFields> objects(String name) throws ProtocolException {
        var objects = new ArrayList<JsonFields>();
        for (Value item : items(name)) {
            objects.add(new JsonFields(json, item, "%s[%d]".formatted(at(name), objects.size())));
        }
        return objects;
    }

    /// The strings of an array, which may be absent.
    List<String> texts(String name) throws ProtocolException {
        var texts = new ArrayList<String>();
        for (Value item : items(name)) {
            texts.add(json.text(item, at(name)));
        }
        return texts;
    }

    String at(String name) {
        return place + ", " + name;
    }

    ProtocolException malformed(String sentence) {
        return JsonText.malformed(place, sentence);
    }
}
