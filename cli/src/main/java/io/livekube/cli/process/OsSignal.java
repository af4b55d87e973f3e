package io.livekube.cli.process;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/// Handler of an operating system signal, installed in place of the default one.
///
/// Uses `sun.misc.Signal` by reflection, as javac warns about every direct use. A shutdown hook would not
/// do: it can't change the exit code, which is 130 after Ctrl-C.
final class OsSignal implements AutoCloseable {
    private final String name;
    private final Object before;

    private OsSignal(String name, Object before) {
        this.name = name;
        this.before = before;
    }

    static OsSignal install(String name, Runnable reaction) {
        return new OsSignal(name, handle(name, handler(reaction)));
    }

    /// Restores the previous handler.
    @Override
    public void close() {
        handle(name, before);
    }

    @SuppressWarnings("ReferenceEquality") // a proxy is equal to nothing but itself
    private static Object handler(Runnable reaction) {
        Class<?> type = type("sun.misc.SignalHandler");
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            return switch (method.getName()) {
                case "handle" -> {
                    reaction.run();
                    yield null;
                }
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "signal handler";
            };
        });
    }

    /// @return the previous handler
    private static Object handle(String name, Object handler) {
        Class<?> signal = type("sun.misc.Signal");
        try {
            Object one = signal.getConstructor(String.class).newInstance(name);
            return signal.getMethod("handle", signal, type("sun.misc.SignalHandler"))
                    .invoke(null, one, handler);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("cannot handle signal " + name, e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("unexpected signature of sun.misc.Signal", e);
        }
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("this Java has no " + name + ": use a JDK 25 with jdk.unsupported", e);
        }
    }
}
