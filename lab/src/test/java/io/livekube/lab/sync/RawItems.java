package io.livekube.lab.sync;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/// The items of a Kubernetes list, byte for byte, except for some fields that are cut out.
///
/// Shares no code with the mirror, which strips objects in its own way.
final class RawItems {
    private static final JsonFactory JSON = new JsonFactory();

    private final byte[] list;
    private final Predicate<String> dropped;
    private final JsonParser parser;
    private final Map<String, String> items = new TreeMap<>();
    private ByteArrayOutputStream item = new ByteArrayOutputStream();
    private int copied;
    private String namespace = "";
    private String name = "";

    private RawItems(byte[] list, Predicate<String> dropped, JsonParser parser) {
        this.list = list;
        this.dropped = dropped;
        this.parser = parser;
    }

    /// The rest of each item, by namespace and name.
    ///
    /// @param dropped selects the paths that are cut out, such as `metadata.managedFields`
    static Map<String, String> of(byte[] list, Predicate<String> dropped) {
        try (JsonParser parser = JSON.createParser(list)) {
            var items = new RawItems(list, dropped, parser);
            items.readList();
            return items.items;
        } catch (IOException e) {
            throw new UncheckedIOException("not a list: " + new String(list, StandardCharsets.UTF_8), e);
        }
    }

    private void readList() throws IOException {
        parser.nextToken();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean isItems = parser.currentName().equals("items");
            parser.nextToken();
            if (!isItems) {
                parser.skipChildren();
                continue;
            }
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                readItem();
            }
        }
    }

    private void readItem() throws IOException {
        item = new ByteArrayOutputStream();
        namespace = "";
        name = "";
        copied = (int) parser.currentTokenLocation().getByteOffset();
        value("");
        copyTo(end());
        if (items.put(namespace + "/" + name, item.toString(StandardCharsets.UTF_8)) != null) {
            throw new AssertionError("twice in one list: " + namespace + "/" + name);
        }
    }

    private void value(String path) throws IOException {
        switch (parser.currentToken()) {
            case START_OBJECT -> {
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    field(path);
                }
            }
            case START_ARRAY -> {
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    value(path);
                }
            }
            case VALUE_STRING -> {
                switch (path) {
                    case "metadata.namespace" -> namespace = parser.getText();
                    case "metadata.name" -> name = parser.getText();
                    default -> parser.finishToken();
                }
            }
            default -> parser.finishToken();
        }
    }

    private void field(String parent) throws IOException {
        int begin = (int) parser.currentTokenLocation().getByteOffset();
        String path = parent.isEmpty() ? parser.currentName() : parent + "." + parser.currentName();
        parser.nextToken();
        if (!dropped.test(path)) {
            value(path);
            return;
        }
        parser.skipChildren();
        parser.finishToken();
        copyTo(begin);
        copied = end();
        if (list[copied] == ',') {
            copied++;
        } else {
            dropLastComma();
        }
    }

    private void copyTo(int position) {
        item.write(list, copied, position - copied);
        copied = position;
    }

    private void dropLastComma() {
        byte[] soFar = item.toByteArray();
        if (soFar.length > 0 && soFar[soFar.length - 1] == ',') {
            item.reset();
            item.write(soFar, 0, soFar.length - 1);
        }
    }

    private int end() {
        return (int) parser.currentLocation().getByteOffset();
    }
}
