/// Objects as the tables that `kubectl get` prints: [TableLayout] has the columns of each kind, as an API
/// server defines them.
@NullMarked
package io.livekube.apimachinery.table;

import org.jspecify.annotations.NullMarked;
