/// Connection to the hub: a thread that performs the steps of [io.livekube.agent.sync.Uplink] over HTTP.
@NullMarked
package io.livekube.agent.uplink;

import org.jspecify.annotations.NullMarked;
