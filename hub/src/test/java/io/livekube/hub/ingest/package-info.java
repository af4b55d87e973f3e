@NullMarked
package io.livekube.hub.ingest;

import org.jspecify.annotations.NullMarked;
