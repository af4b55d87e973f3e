/// Informers of other libraries, each as a child process: the peers that we measure ourselves against.
@NullMarked
package io.livekube.lab.peer;

import org.jspecify.annotations.NullMarked;
