package io.livekube.core.model;

/// Which version of which object, without its content.
public record ObjectVersion(ObjectKey key, Uid uid, long resourceVersion) {}
