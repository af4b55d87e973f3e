@NullMarked
package io.livekube.testkit.controlplane;

import org.jspecify.annotations.NullMarked;
