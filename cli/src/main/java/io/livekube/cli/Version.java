package io.livekube.cli;

import picocli.CommandLine.IVersionProvider;

/// The version of this build and of the Java it runs on.
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"livekube " + livekube() + " (Java " + Runtime.version() + ")"};
    }

    static String livekube() {
        String packaged = Version.class.getPackage().getImplementationVersion();
        return packaged == null ? "from classes" : packaged;
    }
}
