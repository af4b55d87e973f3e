package io.livekube.testkit.controlplane;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/// JUnit extension behind [RealControlPlane]: skips tests, starts control planes and injects them, and counts
/// runs.
final class RealControlPlaneExtension implements ExecutionCondition, ParameterResolver, AfterTestExecutionCallback {
    /// One per configuration and JVM, stopped with the JVM. No JUnit store lives that long, because Surefire
    /// runs the classes of a test JVM one by one, each as a separate run.
    private static final Map<ControlPlaneConfig, ControlPlane> SHARED = new ConcurrentHashMap<>();

    private static final Namespace ISOLATED = Namespace.create(RealControlPlaneExtension.class);
    private static final AtomicBoolean SKIP_TOLD = new AtomicBoolean();

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        BinarySource source = BinarySource.ofThisMachine();
        source.checkAssets();
        return switch (ControlPlaneSupport.of(
                source.obstacle(config(annotation(context)).tools()), System.getenv())) {
            case ControlPlaneSupport.Available() -> ConditionEvaluationResult.enabled("the control plane can be had");
            case ControlPlaneSupport.Failure(String why) ->
                throw new ControlPlaneException("cannot start a control plane: " + why);
            case ControlPlaneSupport.Skip(String why) -> {
                if (SKIP_TOLD.compareAndSet(false, true)) {
                    System.err.println("tests on the real control plane are skipped: " + why);
                }
                yield ConditionEvaluationResult.disabled(why);
            }
        };
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == ControlPlane.class;
    }

    @Override
    public ControlPlane resolveParameter(ParameterContext parameter, ExtensionContext context) {
        RealControlPlane wanted = annotation(context);
        ControlPlaneConfig config = config(wanted);
        ControlPlane plane = wanted.isolated()
                ? ofClass(context).getStore(ISOLATED).computeIfAbsent(config, ControlPlane::start, ControlPlane.class)
                : SHARED.computeIfAbsent(config, ControlPlane::start);
        plane.checkAlive();
        return plane;
    }

    /// Called once for each execution: a plain test, or one invocation of a parameterized or repeated one.
    @Override
    public void afterTestExecution(ExtensionContext context) {
        String test = context.getRequiredTestClass().getName() + "#"
                + context.getRequiredTestMethod().getName();
        boolean oneOfSeveral = !context.getDisplayName()
                .startsWith(context.getRequiredTestMethod().getName());
        RunLog.configured().add(oneOfSeveral ? test + " " + context.getDisplayName() : test);
    }

    static ControlPlaneConfig config(RealControlPlane wanted) {
        ControlPlaneConfig config = wanted.nodes() > 0
                ? ControlPlaneConfig.withNodes(wanted.nodes())
                : ControlPlaneConfig.defaults()
                        .withControllers(wanted.controllers())
                        .withScheduler(wanted.controllers());
        return config.withApiServerFlags(wanted.apiServerFlags());
    }

    private static RealControlPlane annotation(ExtensionContext context) {
        Class<?> type = context.getRequiredTestClass();
        return AnnotationSupport.findAnnotation(type, RealControlPlane.class, context.getEnclosingTestClasses())
                .orElseThrow(() -> new IllegalStateException(type + " is not annotated with @RealControlPlane"));
    }

    /// The outermost test class, whose control plane nested classes share.
    private static ExtensionContext ofClass(ExtensionContext context) {
        ExtensionContext owner = context;
        while (owner.getParent().isPresent()
                && owner.getParent().get().getTestClass().isPresent()) {
            owner = owner.getParent().get();
        }
        return owner;
    }
}
