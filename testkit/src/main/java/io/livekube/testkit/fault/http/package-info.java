/// A small blocking HTTP/1.1 codec: heads and body framing, byte for byte under the caller's control.
@NullMarked
package io.livekube.testkit.fault.http;

import org.jspecify.annotations.NullMarked;
