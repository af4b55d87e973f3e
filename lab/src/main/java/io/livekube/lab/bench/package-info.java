/// The benchmark harness: contestants in processes of their own, checked equal, measured in interleaved rounds.
@NullMarked
package io.livekube.lab.bench;

import org.jspecify.annotations.NullMarked;
