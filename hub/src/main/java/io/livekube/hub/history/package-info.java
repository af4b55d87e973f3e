/// Recent history of each kind: a change log and any number of cursors into it.
@NullMarked
package io.livekube.hub.history;

import org.jspecify.annotations.NullMarked;
