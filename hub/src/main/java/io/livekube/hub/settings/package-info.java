/// Sync settings of each cluster: as a JSON document, and in a file that survives restarts.
@NullMarked
package io.livekube.hub.settings;

import org.jspecify.annotations.NullMarked;
