package io.livekube.testkit.controlplane;

import java.util.EnumSet;

/// Gets all of the control plane's programs in place ahead of the tests, and prints where they are.
public final class Install {
    private Install() {}

    public static void main(String[] args) {
        try {
            var binaries = ControlPlaneBinaries.provide(EnumSet.allOf(Tool.class));
            for (Tool tool : Tool.values()) {
                System.out.println(binaries.path(tool));
            }
        } catch (ControlPlaneException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }
}
