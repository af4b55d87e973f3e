/// A client that lists, gets and watches with plain HTTP, and measures the time.
@NullMarked
package io.livekube.lab.read;

import org.jspecify.annotations.NullMarked;
