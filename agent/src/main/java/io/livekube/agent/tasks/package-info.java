/// Tasks from the hub: fetched by long poll, done once each, answered in time.
@NullMarked
package io.livekube.agent.tasks;

import org.jspecify.annotations.NullMarked;
