package io.livekube.core.informer;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.informer.AuditComparison.Difference;
import io.livekube.core.listwatch.CollectionScope;
import io.livekube.core.listwatch.VersionList;
import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.ObjectVersion;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Store;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// One lease, as a cache and the server have it at two looks; version 0 means that it is not there.
class AuditComparisonTest {
    private static final Resource LEASES = new Resource("coordination.k8s.io", "v1", "leases");
    private static final ObjectKey KEY = new ObjectKey("kube-system", "scheduler");

    private final ObjectFormat format = new ObjectFormat(LEASES, FormatConfig.defaultsFor(LEASES));

    @Test
    void changesBetweenTheTwoComparisonsAreNotErrors() throws Exception {
        assertThat(look(5, 5).confirmed(look(4, 5))).isEmpty();
        assertThat(look(5, 5).confirmed(look(0, 5))).isEmpty();
        assertThat(look(0, 0).confirmed(look(5, 0))).isEmpty();
    }

    @Test
    void anObjectThatIsCaughtOnItsWayTwiceIsNotWrong() throws Exception {
        assertThat(look(5, 6).confirmed(look(4, 5))).isEmpty();
        assertThat(look(5, 9).confirmed(look(0, 5))).isEmpty();
        assertThat(look(0, 9).confirmed(look(4, 5)))
                .as("deleted and created again")
                .isEmpty();
        assertThat(look(9, 0).confirmed(look(5, 0)))
                .as("created and deleted again")
                .isEmpty();
        assertThat(look(0, 9).confirmed(look(5, 0))).isEmpty();
    }

    @Test
    void changesThatTheCacheStillLacksAreErrorsEvenIfTheObjectChangesOften() throws Exception {
        assertThat(look(4, 5).confirmed(look(4, 5))).isEqualTo(Map.of(KEY, new Difference(4, 5)));
        assertThat(look(4, 9).confirmed(look(4, 5))).isEqualTo(Map.of(KEY, new Difference(4, 9)));
        assertThat(look(4, 9).confirmed(look(3, 5))).containsOnlyKeys(KEY);
        assertThat(look(0, 9).confirmed(look(0, 5))).containsOnlyKeys(KEY);
        assertThat(look(5, 0).confirmed(look(5, 0)))
                .hasEntrySatisfying(
                        KEY, difference -> assertThat(difference.ghost()).isTrue());
    }

    @Test
    void versionsThatWentBackAreWrongUntilTheCacheMoves() throws Exception {
        assertThat(look(900, 5, true).confirmed(look(900, 5, true))).containsOnlyKeys(KEY);
        assertThat(look(900, 7, true).confirmed(look(900, 5, true))).containsOnlyKeys(KEY);
        assertThat(look(5, 7, false).confirmed(look(900, 5, true))).isEmpty();
    }

    private AuditComparison look(long held, long served) throws MalformedObjectException {
        return look(held, served, false);
    }

    private AuditComparison look(long held, long served, boolean wentBack) throws MalformedObjectException {
        var cache = new Store("leases");
        cache.replace(held == 0 ? List.of() : List.of(lease(held)), 10);
        List<ObjectVersion> objects = served == 0
                ? List.of()
                : List.of(new ObjectVersion(KEY, lease(served).uid(), served));
        var look = new AuditComparison();
        look.compare(new VersionList(objects, 10), cache.snapshot(), CollectionScope.ALL, wentBack);
        assertThat(look.clean()).isEqualTo(held == served);
        return look;
    }

    private KubeObject lease(long version) throws MalformedObjectException {
        byte[] json = "{\"metadata\":{\"namespace\":\"%s\",\"name\":\"%s\",\"uid\":\"u\",\"resourceVersion\":\"%d\"}}"
                .formatted(KEY.namespace(), KEY.name(), version)
                .getBytes(StandardCharsets.UTF_8);
        return format.decode(json, 0, json.length);
    }
}
