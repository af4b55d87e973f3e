package io.livekube.testkit.contract;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/// Contract of the Kubernetes API, as tests that run on any server.
///
/// kube-apiserver is the reference: a server that fails a case that kube-apiserver passes is wrong. A
/// subclass provides its [ContractTarget] and inherits all cases.
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
