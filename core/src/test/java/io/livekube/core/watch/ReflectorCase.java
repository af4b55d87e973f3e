package io.livekube.core.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.RequestFailure;
import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.Resource;
import io.livekube.core.watch.ReflectorConfig.InitialList;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// A reflector whose shell is played by the test.
abstract class ReflectorCase {
    static final Resource PODS = Resource.core("v1", "pods");
    static final ReflectorConfig DEFAULTS = ReflectorConfig.defaults();

    final ObjectFormat format = new ObjectFormat(PODS, FormatConfig.defaultsFor(PODS));
    final TestingSink sink = new TestingSink();
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    Reflector reflector = new Reflector(DEFAULTS, sink, new Random(1), now);

    void begin(InitialList initial) {
        reflector = new Reflector(DEFAULTS.withInitialList(initial), sink, new Random(1), now);
    }

    void watching(long version) {
        page(version, "");
        sink.taken();
        open();
    }

    void open() {
        watch();
        on(new ReflectorSignal.WatchOpened());
    }

    ListRequest list() {
        return ((ReflectorAction.FetchPage) reflector.next(now)).request();
    }

    WatchRequest watch() {
        return ((ReflectorAction.OpenWatch) reflector.next(now)).request();
    }

    /// Waits for the requested time.
    Duration waits() {
        Instant until = ((ReflectorAction.Wait) reflector.next(now)).until();
        Duration wait = Duration.between(now, until);
        now = until;
        assertThat(reflector.next(now)).isNotInstanceOf(ReflectorAction.Wait.class);
        return wait;
    }

    /// Pages that are not the last, each arriving after the given time.
    void pages(int count, Duration took) {
        for (int i = 0; i < count; i++) {
            list();
            now = now.plus(took);
            page(5, "next");
        }
    }

    void page(long version, String token, String... names) {
        List<KubeObject> items = new ArrayList<>();
        for (String name : names) {
            items.add(object(name, version));
        }
        on(new ReflectorSignal.Page(items, version, token, 100));
    }

    void applied(String name, long version) {
        on(new ReflectorSignal.Applied(object(name, version)));
    }

    void failed(RequestFailure failure) {
        on(new ReflectorSignal.Failed(failure));
    }

    void on(ReflectorSignal signal) {
        reflector.on(signal, now);
    }

    KubeObject object(String name, long version) {
        byte[] json = "{\"metadata\":{\"name\":\"%s\",\"resourceVersion\":\"%d\"}}"
                .formatted(name, version)
                .getBytes(StandardCharsets.UTF_8);
        try {
            return format.decode(json, 0, json.length);
        } catch (MalformedObjectException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
