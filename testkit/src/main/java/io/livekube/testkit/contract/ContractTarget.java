package io.livekube.testkit.contract;

import io.livekube.testkit.ApiEndpoint;

/// The server a contract suite runs on.
public interface ContractTarget {

    ApiEndpoint endpoint();

    /// Forgets history: after it returns, reads of events at earlier revisions answer 410.
    ///
    /// Only events are promised, because kube-apiserver reads them from etcd itself; what it keeps in its
    /// watch cache outlives a compaction by up to 15 seconds.
    void compact();
}
