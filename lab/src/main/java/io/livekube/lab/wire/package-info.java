/// The benchmark `wire`: what push sync sends, in bytes, beside seed 1's gzipped batches of whole objects.
@NullMarked
package io.livekube.lab.wire;

import org.jspecify.annotations.NullMarked;
