package io.livekube.lab.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/// Metadata of a LIST response, and names and versions of its items, read as a stream.
record PodList(String resourceVersion, String continueToken, List<Item> items) {
    private static final JsonFactory JSON = new JsonFactory();

    record Item(String namespace, String name, String resourceVersion) {}

    private record Metadata(String namespace, String name, String resourceVersion, String continueToken) {}

    static PodList parse(InputStream body) throws IOException {
        var list = new Metadata("", "", "", "");
        List<Item> items = new ArrayList<>();
        try (JsonParser json = JSON.createParser(body)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                json.nextToken();
                switch (field) {
                    case "metadata" -> list = metadata(json);
                    case "items" -> {
                        while (json.nextToken() == JsonToken.START_OBJECT) {
                            items.add(item(json));
                        }
                    }
                    default -> json.skipChildren();
                }
            }
        }
        return new PodList(list.resourceVersion, list.continueToken, items);
    }

    private static Item item(JsonParser json) throws IOException {
        var item = new Metadata("", "", "", "");
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            json.nextToken();
            if (field.equals("metadata")) {
                item = metadata(json);
            } else {
                json.skipChildren();
            }
        }
        return new Item(item.namespace, item.name, item.resourceVersion);
    }

    private static Metadata metadata(JsonParser json) throws IOException {
        String namespace = "";
        String name = "";
        String resourceVersion = "";
        String continueToken = "";
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            json.nextToken();
            switch (field) {
                case "namespace" -> namespace = json.getText();
                case "name" -> name = json.getText();
                case "resourceVersion" -> resourceVersion = json.getText();
                case "continue" -> continueToken = json.getText();
                default -> json.skipChildren();
            }
        }
        return new Metadata(namespace, name, resourceVersion, continueToken);
    }
}
