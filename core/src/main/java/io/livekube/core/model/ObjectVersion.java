package io.livekube.core.model;

/// Version of an object, without its content.
public record ObjectVersion(ObjectKey key, Uid uid, long resourceVersion) {}
