/// Follow a Kubernetes API into a versioned, indexed, subscribable store: the informer library.
@NullMarked
package io.livekube.core;

import org.jspecify.annotations.NullMarked;
