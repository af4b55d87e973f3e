/// What clusters cost that many look at, and those that nobody looks at.
@NullMarked
package io.livekube.lab.control;

import org.jspecify.annotations.NullMarked;
