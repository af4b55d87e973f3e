package io.livekube.testkit.controlplane;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Command lines of a control plane's programs.
record CommandLines(
        ControlPlaneBinaries binaries, ControlPlaneConfig config, Path directory, Pki pki, ApiCredentials credentials) {

    private static final String LOOPBACK = "127.0.0.1";

    /// Without this flag, a stopping API server waits a minute for open watches.
    private static final Duration WATCHES_END_WITHIN = Duration.ofSeconds(5);

    /// The peer port is unused, so the system picks it.
    List<String> etcd(int port) {
        String url = "http://" + LOOPBACK + ":" + port;
        return command(
                Tool.ETCD,
                "--data-dir=" + directory.resolve("etcd"),
                "--listen-client-urls=" + url,
                "--advertise-client-urls=" + url,
                "--listen-peer-urls=http://" + LOOPBACK + ":0",
                "--quota-backend-bytes=" + (8L << 30),
                "--unsafe-no-fsync=true",
                "--log-level=warn");
    }

    List<String> apiServer(int port, int etcdPort) {
        List<String> command = command(
                Tool.KUBE_APISERVER,
                "--bind-address=" + LOOPBACK,
                "--advertise-address=" + LOOPBACK,
                "--secure-port=" + port,
                "--etcd-servers=http://" + LOOPBACK + ":" + etcdPort,
                "--etcd-compaction-interval=" + config.etcdCompactionInterval().toMillis() + "ms",
                "--cert-dir=" + directory,
                "--tls-cert-file=" + pki.servingCertificate(),
                "--tls-private-key-file=" + pki.servingKey(),
                "--client-ca-file=" + pki.ca(),
                "--token-auth-file=" + credentials.file(),
                "--anonymous-auth=false",
                "--authorization-mode=Node,RBAC",
                "--service-account-issuer=https://kubernetes.default.svc.cluster.local",
                "--service-account-key-file=" + pki.serviceAccountPublicKey(),
                "--service-account-signing-key-file=" + pki.serviceAccountKey(),
                "--service-cluster-ip-range=10.96.0.0/16",
                "--endpoint-reconciler-type=none",
                "--shutdown-watch-termination-grace-period=" + WATCHES_END_WITHIN.toSeconds() + "s",
                "--allow-privileged=true");
        if (!config.controllers()) {
            command.add("--disable-admission-plugins=ServiceAccount");
        }
        command.addAll(config.apiServerFlags());
        return command;
    }

    List<String> controllerManager(int port, Path kubeconfig) {
        return command(
                Tool.KUBE_CONTROLLER_MANAGER,
                "--bind-address=" + LOOPBACK,
                "--secure-port=" + port,
                "--tls-cert-file=" + pki.servingCertificate(),
                "--tls-private-key-file=" + pki.servingKey(),
                "--kubeconfig=" + kubeconfig,
                "--leader-elect=false",
                "--root-ca-file=" + pki.ca(),
                "--service-account-private-key-file=" + pki.serviceAccountKey(),
                "--kube-api-qps=1000",
                "--kube-api-burst=2000",
                "--concurrent-replicaset-syncs=10");
    }

    List<String> scheduler(int port, Path kubeconfig) {
        return command(
                Tool.KUBE_SCHEDULER,
                "--bind-address=" + LOOPBACK,
                "--secure-port=" + port,
                "--tls-cert-file=" + pki.servingCertificate(),
                "--tls-private-key-file=" + pki.servingKey(),
                "--kubeconfig=" + kubeconfig,
                "--leader-elect=false",
                "--kube-api-qps=1000",
                "--kube-api-burst=2000");
    }

    List<String> kwok(int port, Path kubeconfig, Path stages) {
        return command(
                Tool.KWOK,
                "--kubeconfig=" + kubeconfig,
                "--config=" + stages,
                "--manage-all-nodes=true",
                "--node-lease-duration-seconds=40",
                "--v=WARN",
                "--server-address=" + LOOPBACK + ":" + port);
    }

    private List<String> command(Tool tool, String... flags) {
        var command = new ArrayList<String>();
        command.add(binaries.path(tool).toString());
        command.addAll(List.of(flags));
        return command;
    }
}
