/// Hold many clusters' state; serve Kubernetes API, REST, streams, dashboard.
@NullMarked
package io.livekube.hub;

import org.jspecify.annotations.NullMarked;
