@NullMarked
package io.livekube.cli.terminal;

import org.jspecify.annotations.NullMarked;
