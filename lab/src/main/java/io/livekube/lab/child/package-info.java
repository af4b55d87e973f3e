/// The contestant's side of the line protocol between harness and child processes.
@NullMarked
package io.livekube.lab.child;

import org.jspecify.annotations.NullMarked;
