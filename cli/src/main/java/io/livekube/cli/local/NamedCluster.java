package io.livekube.cli.local;

import io.livekube.core.access.ApiAccess;

/// A cluster that is followed, under the name that the hub knows it by.
public record NamedCluster(String name, ApiAccess access) {}
