/// The commands that ask a hub.
@NullMarked
package io.livekube.cli.ask;

import org.jspecify.annotations.NullMarked;
