package io.livekube.testkit.controlplane;

/// A running program of the control plane and the one port it serves on.
record Program(String name, int port, SupervisedProcess process) {}
