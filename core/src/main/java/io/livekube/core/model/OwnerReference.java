package io.livekube.core.model;

/// An owner reference: who this object belongs to, and whether that owner is its controller.
public record OwnerReference(String apiVersion, String kind, String name, Uid uid, boolean controller) {}
