package io.livekube.testkit.controlplane;

import io.livekube.testkit.LeasedPort;

/// Running program of the control plane and its port.
record RunningProgram(String name, LeasedPort lease, SupervisedProcess process) implements AutoCloseable {
    int port() {
        return lease.port();
    }

    /// Kills the program, waits until it is gone, and releases its port.
    @Override
    public void close() {
        try {
            process.close();
        } finally {
            lease.close();
        }
    }
}
