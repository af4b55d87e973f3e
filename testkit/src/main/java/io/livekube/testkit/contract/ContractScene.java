package io.livekube.testkit.contract;

/// Base of all parts of the contract.
public interface ContractScene {

    ContractTarget target();

    /// The namespace of the running test.
    Scene scene();
}
