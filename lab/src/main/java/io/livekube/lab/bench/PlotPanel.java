package io.livekube.lab.bench;

/// One chart of a plot: a bar for each contestant's median of a metric, with its spread.
public record PlotPanel(String title, String metric, String unit) {}
