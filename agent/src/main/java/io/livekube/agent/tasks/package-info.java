/// Tasks from the hub: received by long polling, run once each, answered within their deadline.
@NullMarked
package io.livekube.agent.tasks;

import org.jspecify.annotations.NullMarked;
