/// HTTP server: connections, TLS, limits, request bodies, responses and their encodings. Independent of what is
/// served.
@NullMarked
package io.livekube.hub.transport;

import org.jspecify.annotations.NullMarked;
