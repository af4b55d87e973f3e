package io.livekube.testkit.contract;

import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import io.livekube.testkit.ApiEndpoint;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

/// Runs the contract against the simulator.
@Tag("slow")
class SimulatorContractTest extends ApiContract {

    @AutoClose
    private final Simulator simulator = Simulator.start(SimulatorConfig.defaults());

    @Override
    public ContractTarget target() {
        return new ContractTarget() {
            @Override
            public ApiEndpoint endpoint() {
                return ApiEndpoint.plain(simulator.url());
            }

            @Override
            public void compact() {
                simulator.compact();
            }
        };
    }
}
