package io.livekube.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class LeasedPortTest {

    @Test
    void aLeasedPortIsLeasedOnceWhetherAServerIsUpOrNot() throws Exception {
        try (LeasedPort port = LeasedPort.take()) {
            assertThat(LeasedPort.of(port.port())).isEmpty();
            try (var server = new ServerSocket(port.port(), 1, InetAddress.getLoopbackAddress())) {
                assertThat(server.isBound()).isTrue();
            }
            assertThat(LeasedPort.of(port.port())).isEmpty();
        }
    }

    @Test
    void noOtherProcessGetsALeasedPortUntilItIsGivenBack() throws Exception {
        int number;
        try (LeasedPort port = LeasedPort.take()) {
            number = port.port();
            assertThat(leasedByAnotherJvm(number)).isEqualTo("taken");
        }
        assertThat(leasedByAnotherJvm(number)).isEqualTo("leased");
    }

    @Test
    void aPortInUseIsNotLeased() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(LeasedPort.of(server.getLocalPort())).isEmpty();
        }
    }

    private static String leasedByAnotherJvm(int port) throws Exception {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        OtherJvm.class.getName(),
                        Integer.toString(port))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var out = jvm.inputReader()) {
            return String.valueOf(out.readLine());
        } finally {
            jvm.destroyForcibly();
        }
    }

    /// Leases a port in a JVM of its own, and says whether it could.
    static final class OtherJvm {
        private OtherJvm() {}

        public static void main(String[] args) throws Exception {
            System.out.println(LeasedPort.of(Integer.parseInt(args[0])).isPresent() ? "leased" : "taken");
        }
    }
}
