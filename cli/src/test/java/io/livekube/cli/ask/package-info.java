@NullMarked
package io.livekube.cli.ask;

import org.jspecify.annotations.NullMarked;
