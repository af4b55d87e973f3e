/// Mirrored objects as tables for `kubectl get`: encodes rows with the columns of `apimachinery`.
@NullMarked
package io.livekube.hub.table;

import org.jspecify.annotations.NullMarked;
