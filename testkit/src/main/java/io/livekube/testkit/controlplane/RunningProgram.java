package io.livekube.testkit.controlplane;

import io.livekube.testkit.LeasedPort;

/// A running program of the control plane and the one port it serves on.
record RunningProgram(String name, LeasedPort lease, SupervisedProcess process) implements AutoCloseable {
    int port() {
        return lease.port();
    }

    /// Kills the program, waits until it is gone, and gives its port back.
    @Override
    public void close() {
        try {
            process.close();
        } finally {
            lease.close();
        }
    }
}
