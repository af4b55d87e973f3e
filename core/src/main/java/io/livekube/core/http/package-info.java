/// HTTP/1.1 client for one API server: connections, requests, responses, gzip, deadlines and request budget.
///
/// Every failure becomes a [io.livekube.core.RequestFailure].
@NullMarked
package io.livekube.core.http;

import org.jspecify.annotations.NullMarked;
