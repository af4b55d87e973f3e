@NullMarked
package io.livekube.cli.local;

import org.jspecify.annotations.NullMarked;
