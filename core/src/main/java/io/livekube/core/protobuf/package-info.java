/// What API servers send as protobuf: cutting it into objects, taking from those what is kept, and writing
/// them as the JSON that the server would have sent.
///
/// The server spends half as much on it as on JSON, and it is a third shorter. Which field is which is not
/// said in protobuf: `kubernetes.schema` does, which `lab/peers/schema` writes from the server's own types.
@NullMarked
package io.livekube.core.protobuf;

import org.jspecify.annotations.NullMarked;
