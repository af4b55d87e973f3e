/// Objects as the tables that `kubectl get` shows: for each kind the columns of the API server.
///
/// Each row is parsed from the object's JSON, once; relative times are those of the moment of the answer.
@NullMarked
package io.livekube.hub.table;

import org.jspecify.annotations.NullMarked;
