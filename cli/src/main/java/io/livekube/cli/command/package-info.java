/// The subcommands of `livekube`, one class each.
///
/// To add one, write a class with `@Command` here and list it in [io.livekube.cli.Main].
@NullMarked
package io.livekube.cli.command;

import org.jspecify.annotations.NullMarked;
