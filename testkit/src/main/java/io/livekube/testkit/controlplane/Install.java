package io.livekube.testkit.controlplane;

import java.util.EnumSet;

/// Installs the control plane's programs ahead of the tests and prints their paths.
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
