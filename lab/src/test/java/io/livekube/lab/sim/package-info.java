@NullMarked
package io.livekube.lab.sim;

import org.jspecify.annotations.NullMarked;
