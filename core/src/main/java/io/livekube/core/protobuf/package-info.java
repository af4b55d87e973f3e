/// Protobuf from API servers: splitting it into objects, stripping these, and writing them as the JSON that
/// the server would have sent.
///
/// Protobuf costs the server half as much CPU as JSON, and is a third smaller. It contains no field names: they
/// are in `kubernetes.schema`, which `lab/peers/schema` generates from the server's own types.
@NullMarked
package io.livekube.core.protobuf;

import org.jspecify.annotations.NullMarked;
