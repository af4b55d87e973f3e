package io.livekube.testkit.contract;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/// What the Kubernetes API promises its readers and writers, theme by theme, for any server.
///
/// kube-apiserver is the measure: where another server fails a case that kube-apiserver passes, the other
/// server is wrong. A subclass names its [ContractTarget] and inherits every case.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ApiContract
        implements PagingContract,
                VersionsContract,
                WatchContract,
                BookmarkContract,
                InitialEventsContract,
                SelectorContract,
                WriteContract,
                DeletionContract,
                ErrorContract,
                TableContract,
                MetadataContract,
                GzipContract,
                DiscoveryContract,
                CustomResourceContract {

    private KubeHttp api;
    private Scene scene;

    @BeforeAll
    final void connect() {
        api = KubeHttp.to(target().endpoint());
    }

    @BeforeEach
    final void openScene() {
        scene = Scene.on(api);
    }

    @AfterAll
    final void disconnect() {
        api.close();
    }

    @Override
    public final Scene scene() {
        return scene;
    }
}
