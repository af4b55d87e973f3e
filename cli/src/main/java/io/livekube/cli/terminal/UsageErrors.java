package io.livekube.cli.terminal;

import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// Reports invalid values of flags as usage errors.
public final class UsageErrors {
    private UsageErrors() {}

    /// Builds a value from flags; an [IllegalArgumentException] becomes a usage error of the command.
    public static <T> T valid(CommandSpec spec, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
