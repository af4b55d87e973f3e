package io.livekube.core.model;

import io.livekube.core.json.JsonScanner;
import io.livekube.core.json.MalformedJsonException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.function.Function;

/// Reads the extracted parts of a scanned object. Namespaces, labels, owners and field values are shared between
/// objects, because a cluster repeats them thousands of times.
final class HeadReader {
    /// Paths of the metadata that every object is read for; extracted fields of the kind come behind them.
    static final List<String> PATHS = List.of(
            "metadata.name",
            "metadata.namespace",
            "metadata.uid",
            "metadata.resourceVersion",
            "metadata.labels",
            "metadata.ownerReferences");

    private static final int NAME = 0;
    private static final int NAMESPACE = 1;
    private static final int UID = 2;
    private static final int RESOURCE_VERSION = 3;
    private static final int LABELS = 4;
    private static final int OWNERS = 5;

    private final SharedValues shared = new SharedValues();
    private final SharedStrings strings = new SharedStrings();
    private final JsonScanner scanner = new JsonScanner(new byte[0], 0, 0);

    ObjectHead read(ObjectScan scan, byte[] json) throws MalformedJsonException, MalformedObjectException {
        String name = string(scan, json, NAME);
        String namespace = value(scan, json, NAMESPACE, "", HeadReader::text);
        String version = string(scan, json, RESOURCE_VERSION);
        if (name.isEmpty()) {
            throw new MalformedObjectException("an object without metadata.name");
        }
        return new ObjectHead(
                namespace,
                name,
                Uid.of(string(scan, json, UID)),
                version(namespace, name, version),
                value(scan, json, LABELS, Labels.NONE, this::labels),
                value(scan, json, OWNERS, List.of(), this::owners));
    }

    /// An extracted field as text; empty if the object has none.
    String field(ObjectScan scan, byte[] json, int field) throws MalformedJsonException {
        return value(scan, json, PATHS.size() + field, "", HeadReader::text);
    }

    private static long version(String namespace, String name, String version) throws MalformedObjectException {
        try {
            return Long.parseUnsignedLong(version);
        } catch (NumberFormatException e) {
            throw new MalformedObjectException("%s has the resourceVersion '%s', which is not a decimal number"
                    .formatted(new ObjectKey(namespace, name), version));
        }
    }

    /// The object's name, as far as the scan came; empty if it did not come so far.
    String nameOf(ObjectScan scan, byte[] json) {
        try {
            return new ObjectKey(string(scan, json, NAMESPACE), string(scan, json, NAME)).toString();
        } catch (MalformedJsonException e) {
            return "";
        }
    }

    private String string(ObjectScan scan, byte[] json, int extracted) throws MalformedJsonException {
        if (!scan.has(extracted)) {
            return "";
        }
        scanner.reset(json, scan.from(extracted), scan.to(extracted));
        return text(scanner);
    }

    private <T> T value(ObjectScan scan, byte[] json, int extracted, T absent, SharedValues.Parser<T> parser)
            throws MalformedJsonException {
        if (!scan.has(extracted) || json[scan.from(extracted)] == 'n') {
            return absent;
        }
        return shared.get(extracted, json, scan.from(extracted), scan.to(extracted), parser);
    }

    private static String text(JsonScanner value) throws MalformedJsonException {
        return value.peek() == '"' ? value.readString() : "";
    }

    private Labels labels(JsonScanner value) throws MalformedJsonException {
        var labels = new HashMap<String, String>();
        eachField(value, name -> labels.put(strings.share(name), strings.share(value.readString())));
        return Labels.of(labels);
    }

    private List<Owner> owners(JsonScanner value) throws MalformedJsonException {
        var owners = new ArrayList<Owner>();
        value.take('[');
        if (value.takeIf(']')) {
            return List.of();
        }
        do {
            owners.add(owner(value));
        } while (value.takeIf(','));
        value.take(']');
        return List.copyOf(owners);
    }

    private Owner owner(JsonScanner value) throws MalformedJsonException {
        var texts = new HashMap<String, String>();
        boolean[] controller = {false};
        eachField(value, name -> {
            if (value.peek() == '"') {
                texts.put(name, strings.share(value.readString()));
            } else {
                controller[0] |= name.equals("controller") && value.peek() == 't';
                value.skipValue();
            }
        });
        Function<String, String> text = name -> texts.getOrDefault(name, "");
        return new Owner(
                text.apply("apiVersion"),
                text.apply("kind"),
                text.apply("name"),
                Uid.of(text.apply("uid")),
                controller[0]);
    }

    private interface FieldVisitor {
        void visit(String name) throws MalformedJsonException;
    }

    private static void eachField(JsonScanner value, FieldVisitor visitor) throws MalformedJsonException {
        value.take('{');
        if (value.takeIf('}')) {
            return;
        }
        do {
            String name = value.readString();
            value.take(':');
            visitor.visit(name);
        } while (value.takeIf(','));
        value.take('}');
    }
}
