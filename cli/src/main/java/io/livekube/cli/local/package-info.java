/// What `livekube up` runs in one process: a hub, and the clusters that it follows.
@NullMarked
package io.livekube.cli.local;

import org.jspecify.annotations.NullMarked;
