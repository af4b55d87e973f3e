/// HTTP server: connections, TLS, limits, request bodies, responses and their encodings. Knows nothing of what
/// is served.
@NullMarked
package io.livekube.hub.transport;

import org.jspecify.annotations.NullMarked;
