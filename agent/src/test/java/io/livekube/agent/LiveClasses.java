package io.livekube.agent;

import java.lang.management.ManagementFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/// Counts the objects that something still refers to.
final class LiveClasses {
    private LiveClasses() {}

    /// Of one class, after a collection of garbage.
    static long count(String className) {
        try {
            Object histogram = ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()});
            Matcher line = Pattern.compile("(?m)^ *\\d+: +(\\d+) +\\d+ +" + Pattern.quote(className) + "( .*)?$")
                    .matcher(String.valueOf(histogram));
            return line.find() ? Long.parseLong(line.group(1)) : 0;
        } catch (JMException e) {
            throw new IllegalStateException("this Java does not count its objects", e);
        }
    }
}
