/// Compact encoding of batches: a small head, then all objects in one zstd frame whose dictionary consists of
/// objects that the hub already holds.
@NullMarked
package io.livekube.protocol.binary;

import org.jspecify.annotations.NullMarked;
