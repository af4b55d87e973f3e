package io.livekube.cli;

import io.livekube.core.access.ApiAccess;

/// A cluster that is followed, under the name that the hub knows it by.
record Target(String name, ApiAccess access) {}
