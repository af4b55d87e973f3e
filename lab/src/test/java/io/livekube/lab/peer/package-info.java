@NullMarked
package io.livekube.lab.peer;

import org.jspecify.annotations.NullMarked;
