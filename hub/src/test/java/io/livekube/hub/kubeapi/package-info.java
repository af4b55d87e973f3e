@NullMarked
package io.livekube.hub.kubeapi;

import org.jspecify.annotations.NullMarked;
