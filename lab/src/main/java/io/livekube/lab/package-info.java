/// Whole-system tests, deterministic simulation, chaos, benchmarks against peers.
@NullMarked
package io.livekube.lab;

import org.jspecify.annotations.NullMarked;
