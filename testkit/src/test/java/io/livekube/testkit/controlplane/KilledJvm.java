package io.livekube.testkit.controlplane;

/// JVM that starts a control plane, reports it, and waits to be killed.
final class KilledJvm {
    static final String STARTED = "started";

    private KilledJvm() {}

    public static void main(String[] args) throws InterruptedException {
        try (ControlPlane plane = ControlPlane.start(ControlPlaneConfig.defaults())) {
            plane.checkAlive();
            System.out.println(STARTED);
            Thread.currentThread().join();
        }
    }
}
