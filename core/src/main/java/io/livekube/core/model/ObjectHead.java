package io.livekube.core.model;

/// Identity and version of an object.
record ObjectHead(String namespace, String name, Uid uid, long resourceVersion) {}
