/// Settings of each cluster: as a document, and in a file that outlives the process.
@NullMarked
package io.livekube.hub.settings;

import org.jspecify.annotations.NullMarked;
