/// Start and stop of long-running commands: signals, temporary files, TLS files, ports.
@NullMarked
package io.livekube.cli.process;

import org.jspecify.annotations.NullMarked;
