/// A client that lists, gets and watches with plain HTTP and says how long it took.
@NullMarked
package io.livekube.lab.read;

import org.jspecify.annotations.NullMarked;
