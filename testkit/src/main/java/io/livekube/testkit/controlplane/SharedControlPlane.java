package io.livekube.testkit.controlplane;

import java.util.Set;
import org.junit.jupiter.api.parallel.ResourceLocksProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/// Lets classes that share a control plane run one after the other, and those that have one of their own beside them.
final class SharedControlPlane implements ResourceLocksProvider {
    @Override
    public Set<Lock> provideForClass(Class<?> testClass) {
        RealControlPlane wanted = AnnotationSupport.findAnnotation(testClass, RealControlPlane.class)
                .orElseThrow(() -> new IllegalStateException(testClass + " is not annotated with @RealControlPlane"));
        return wanted.isolated()
                ? Set.of()
                : Set.of(new Lock(RealControlPlaneExtension.config(wanted).toString()));
    }
}
