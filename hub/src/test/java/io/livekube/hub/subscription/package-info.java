@NullMarked
package io.livekube.hub.subscription;

import org.jspecify.annotations.NullMarked;
