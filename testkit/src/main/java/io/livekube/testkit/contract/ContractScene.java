package io.livekube.testkit.contract;

/// What every theme of the contract builds on.
public interface ContractScene {

    ContractTarget target();

    /// The running test's own namespace.
    Scene scene();
}
