package io.livekube.testkit.contract;

import io.livekube.testkit.ApiEndpoint;
import io.livekube.testkit.controlplane.ControlPlane;
import io.livekube.testkit.controlplane.RealControlPlane;

/// Runs the contract against kube-apiserver, which proves that the contract itself is correct.
@RealControlPlane(isolated = true)
class ApiServerContractTest extends ApiContract {

    private final ControlPlane plane;

    ApiServerContractTest(ControlPlane plane) {
        this.plane = plane;
    }

    @Override
    public ContractTarget target() {
        return new ContractTarget() {
            @Override
            public ApiEndpoint endpoint() {
                return plane.endpoint();
            }

            @Override
            public void compact() {
                plane.compact();
            }
        };
    }
}
