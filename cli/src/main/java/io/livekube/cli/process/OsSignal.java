package io.livekube.cli.process;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/// A signal of the operating system that does something else than end the process.
///
/// The JDK's only way to this is `sun.misc.Signal`, which javac warns of wherever it is named: hence by
/// reflection. A shutdown hook, the public way, can't change the exit code: 130 after every Ctrl-C.
final class OsSignal implements AutoCloseable {
    private final String name;
    private final Object before;

    private OsSignal(String name, Object before) {
        this.name = name;
        this.before = before;
    }

    static OsSignal hear(String name, Runnable reaction) {
        return new OsSignal(name, handle(name, handler(reaction)));
    }

    /// From now on it does what it did before.
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
                default -> "a signal's handler";
            };
        });
    }

    /// @return the handler until now
    private static Object handle(String name, Object handler) {
        Class<?> signal = type("sun.misc.Signal");
        try {
            Object one = signal.getConstructor(String.class).newInstance(name);
            return signal.getMethod("handle", signal, type("sun.misc.SignalHandler"))
                    .invoke(null, one, handler);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("the signal " + name + " can't be heard", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("sun.misc.Signal is not what it was", e);
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
