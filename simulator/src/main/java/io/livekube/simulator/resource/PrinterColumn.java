package io.livekube.simulator.resource;

/// A column that a CRD adds to its objects' tables.
public record PrinterColumn(
        String name, String type, String format, String description, int priority, String jsonPath) {}
