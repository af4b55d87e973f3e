@NullMarked
package io.livekube.examples;

import org.jspecify.annotations.NullMarked;
