@NullMarked
package io.livekube.lab.child;

import org.jspecify.annotations.NullMarked;
