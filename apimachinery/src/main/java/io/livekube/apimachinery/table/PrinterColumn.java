package io.livekube.apimachinery.table;

/// A column that a definition wants to be shown.
///
/// @param type `string`, `integer`, `number`, `boolean` or `date`
/// @param priority 0 for columns that are always shown
/// @param path of the value, as a JSONPath without braces
public record PrinterColumn(String name, String type, String format, String description, int priority, String path) {}
