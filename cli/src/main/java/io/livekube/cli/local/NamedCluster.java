package io.livekube.cli.local;

import io.livekube.core.access.ApiAccess;

/// A cluster to follow, and its name in the hub.
public record NamedCluster(String name, ApiAccess access) {}
