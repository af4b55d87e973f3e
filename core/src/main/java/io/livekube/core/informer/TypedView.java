package io.livekube.core.informer;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.livekube.core.model.KubeObject;
import io.livekube.core.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.stream.Stream;

/// View of a cache through a class that Jackson can map. Objects are decompressed and mapped on access.
public final class TypedView<T> {
    private static final ObjectMapper JSON =
            new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private final Store store;
    private final Class<T> type;
    private final ObjectReader reader;

    TypedView(Store store, Class<T> type) {
        this.store = store;
        this.type = type;
        this.reader = JSON.readerFor(type);
    }

    public Optional<T> get(String namespace, String name) {
        return store.get(namespace, name).map(this::map);
    }

    public Stream<T> list() {
        return store.list().stream().map(this::map);
    }

    public Stream<T> list(String namespace) {
        return store.list(namespace).stream().map(this::map);
    }

    public Stream<T> byIndex(String index, String value) {
        return store.byIndex(index, value).stream().map(this::map);
    }

    public T map(KubeObject object) {
        try {
            return reader.readValue(object.json());
        } catch (IOException e) {
            throw new UncheckedIOException(object + " can't be read as a " + type.getSimpleName(), e);
        }
    }
}
