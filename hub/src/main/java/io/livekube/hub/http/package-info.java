/// The hub's HTTP: what comes in is bounded before it is kept, and everything wrong is told in one sentence.
@NullMarked
package io.livekube.hub.http;

import org.jspecify.annotations.NullMarked;
