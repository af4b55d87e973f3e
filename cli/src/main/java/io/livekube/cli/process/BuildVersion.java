package io.livekube.cli.process;

import picocli.CommandLine.IVersionProvider;

/// Version of this build and of the Java runtime.
public final class BuildVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"livekube " + livekube() + " (Java " + Runtime.version() + ")"};
    }

    public static String livekube() {
        String packaged = BuildVersion.class.getPackage().getImplementationVersion();
        return packaged == null ? "from classes" : packaged;
    }
}
