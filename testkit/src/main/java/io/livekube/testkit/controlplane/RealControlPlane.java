package io.livekube.testkit.controlplane;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/// Runs the tests of a class on a real control plane, which they take as a parameter of type [ControlPlane].
///
/// Classes of one JVM with equal configurations share one control plane, so they work in namespaces of their
/// own; a class that restarts, compacts or breaks it requests an `isolated` one. On a machine that can
/// neither find nor build the programs, the tests are skipped; under CI (the environment variable `CI` is
/// set) that is a failure.
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("control-plane")
@ExtendWith(RealControlPlaneExtension.class)
public @interface RealControlPlane {
    /// Whether kube-controller-manager and kube-scheduler run. Without them, deleted namespaces stay
    /// `Terminating`, nothing is garbage-collected, and pods stay `Pending`.
    boolean controllers() default false;

    /// The number of fake nodes that kwok simulates; more than 0 implies the controllers.
    int nodes() default 0;

    /// Whether this class gets its own control plane, which starts before its first test and stops after its last.
    boolean isolated() default false;

    /// Additional flags for kube-apiserver.
    String[] apiServerFlags() default {};
}
