/// Answers clients that ask what they may do: read, and nothing else.
@NullMarked
package io.livekube.hub.review;

import org.jspecify.annotations.NullMarked;
