/// Output formats and their options: tables, colors, YAML, redrawn lines, error messages.
@NullMarked
package io.livekube.cli.terminal;

import org.jspecify.annotations.NullMarked;
