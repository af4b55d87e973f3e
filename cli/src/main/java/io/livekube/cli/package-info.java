/// The `livekube` command: [Main] runs it, `command` has one class per subcommand.
@NullMarked
package io.livekube.cli;

import org.jspecify.annotations.NullMarked;
