package io.livekube.core.model;

/// Owner reference: the owner of an object, and whether it is its controller.
public record OwnerReference(String apiVersion, String kind, String name, Uid uid, boolean controller) {}
