package io.livekube.apimachinery.table;

/// Entry of the `additionalPrinterColumns` of a CustomResourceDefinition.
///
/// @param type `string`, `integer`, `number`, `boolean` or `date`
/// @param priority 0 if the column is always shown
/// @param path of the value, as a JSONPath without braces
public record PrinterColumn(String name, String type, String format, String description, int priority, String path) {}
