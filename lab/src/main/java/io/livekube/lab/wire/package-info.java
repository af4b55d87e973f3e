/// The benchmark `wire`: bytes that push sync sends, compared with gzipped batches of whole objects.
@NullMarked
package io.livekube.lab.wire;

import org.jspecify.annotations.NullMarked;
