package io.livekube.core.model;

/// Which version of which object this is.
record ObjectHead(String namespace, String name, Uid uid, long resourceVersion) {}
