@NullMarked
package io.livekube.lab.kernel;

import org.jspecify.annotations.NullMarked;
