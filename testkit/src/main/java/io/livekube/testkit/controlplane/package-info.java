/// A real Kubernetes control plane on loopback: etcd, kube-apiserver and, on request, the controllers, the
/// scheduler and fake nodes. Start reading at [ControlPlane]; tests use [RealControlPlane].
@NullMarked
package io.livekube.testkit.controlplane;

import org.jspecify.annotations.NullMarked;
