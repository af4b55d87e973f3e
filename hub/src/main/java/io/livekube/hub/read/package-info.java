/// Answers reads truthfully: from the mirror while it is fresh, otherwise through the agent, otherwise with the
/// last known state and its age.
@NullMarked
package io.livekube.hub.read;

import org.jspecify.annotations.NullMarked;
