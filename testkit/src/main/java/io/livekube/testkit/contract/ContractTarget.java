package io.livekube.testkit.contract;

import io.livekube.testkit.ApiEndpoint;

/// Server on which a contract suite runs.
public interface ContractTarget {

    ApiEndpoint endpoint();

    /// Drops history: when it returns, reads of events at earlier revisions get 410.
    ///
    /// Only events are guaranteed, because kube-apiserver reads them directly from etcd; the contents of its
    /// watch cache outlive a compaction by up to 15 seconds.
    void compact();
}
