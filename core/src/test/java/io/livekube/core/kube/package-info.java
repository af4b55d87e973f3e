@NullMarked
package io.livekube.core.kube;

import org.jspecify.annotations.NullMarked;
