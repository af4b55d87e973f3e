/// Answers reads truthfully: from the mirror while it is fresh, by the agent while it is not, else with
/// what was last known and how old it is.
@NullMarked
package io.livekube.hub.read;

import org.jspecify.annotations.NullMarked;
