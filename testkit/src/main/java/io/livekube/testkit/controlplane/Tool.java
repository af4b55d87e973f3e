package io.livekube.testkit.controlplane;

import java.util.EnumSet;
import java.util.Set;

/// Program of the control plane, or a tool beside it, and its source.
public enum Tool {
    ETCD("etcd", ToolModule.KUBERNETES, "go.etcd.io/etcd/server/v3", "20 s"),
    KUBE_APISERVER("kube-apiserver", ToolModule.KUBERNETES, "k8s.io/kubernetes/cmd/kube-apiserver", "3 min"),
    KUBECTL("kubectl", ToolModule.KUBERNETES, "k8s.io/kubernetes/cmd/kubectl", "20 s"),
    KUBE_CONTROLLER_MANAGER(
            "kube-controller-manager", ToolModule.KUBERNETES, "k8s.io/kubernetes/cmd/kube-controller-manager", "1 min"),
    KUBE_SCHEDULER("kube-scheduler", ToolModule.KUBERNETES, "k8s.io/kubernetes/cmd/kube-scheduler", "10 s"),
    KWOK("kwok", ToolModule.KWOK, "sigs.k8s.io/kwok/cmd/kwok", "90 s"),
    HELM("helm", ToolModule.HELM, "helm.sh/helm/v4/cmd/helm", "2 min");

    private final String binary;
    private final ToolModule module;
    private final String goPackage;
    private final String usualBuildTime;

    Tool(String binary, ToolModule module, String goPackage, String usualBuildTime) {
        this.binary = binary;
        this.module = module;
        this.goPackage = goPackage;
        this.usualBuildTime = usualBuildTime;
    }

    /// The programs that every control plane needs, and a `KUBEBUILDER_ASSETS` directory must have.
    public static Set<Tool> essential() {
        return EnumSet.of(ETCD, KUBE_APISERVER, KUBECTL);
    }

    public String binary() {
        return binary;
    }

    ToolModule module() {
        return module;
    }

    String goPackage() {
        return goPackage;
    }

    /// On two cores with a cold Go build cache.
    String usualBuildTime() {
        return usualBuildTime;
    }

    String version() {
        return switch (this) {
            case ETCD -> module.versionOf("go.etcd.io/etcd/server/v3");
            case KWOK -> module.versionOf("sigs.k8s.io/kwok");
            case HELM -> module.versionOf("helm.sh/helm/v4");
            case KUBE_APISERVER, KUBECTL, KUBE_CONTROLLER_MANAGER, KUBE_SCHEDULER ->
                module.versionOf("k8s.io/kubernetes");
        };
    }
}
