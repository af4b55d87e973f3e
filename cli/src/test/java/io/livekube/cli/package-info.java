@NullMarked
package io.livekube.cli;

import org.jspecify.annotations.NullMarked;
