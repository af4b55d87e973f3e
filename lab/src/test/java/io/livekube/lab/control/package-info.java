@NullMarked
package io.livekube.lab.control;

import org.jspecify.annotations.NullMarked;
