/// Kubernetes watches: subscriptions whose unit is an event of one kind.
@NullMarked
package io.livekube.hub.watch;

import org.jspecify.annotations.NullMarked;
