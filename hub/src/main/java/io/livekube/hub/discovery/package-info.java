/// What a cluster serves, told the way Kubernetes clients ask for it.
@NullMarked
package io.livekube.hub.discovery;

import org.jspecify.annotations.NullMarked;
