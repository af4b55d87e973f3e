/// Mirrored objects as the tables that `kubectl get` prints: encodes rows with the columns of `apimachinery`.
@NullMarked
package io.livekube.hub.table;

import org.jspecify.annotations.NullMarked;
