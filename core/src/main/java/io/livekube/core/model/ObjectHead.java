package io.livekube.core.model;

import java.util.List;

/// What an object's metadata says of it, as far as the store needs it.
record ObjectHead(String namespace, String name, Uid uid, long resourceVersion, Labels labels, List<Owner> owners) {}
