/// What a person in front of a terminal sees, and what a program behind a pipe gets.
@NullMarked
package io.livekube.cli.terminal;

import org.jspecify.annotations.NullMarked;
