/// `livekube`: run the parts, and ask a hub or a cluster from the terminal.
@NullMarked
package io.livekube.cli;

import org.jspecify.annotations.NullMarked;
