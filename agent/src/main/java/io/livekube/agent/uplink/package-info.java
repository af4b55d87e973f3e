/// Connection to the hub: a thread that does what [io.livekube.agent.sync.Uplink] decides, over HTTP.
@NullMarked
package io.livekube.agent.uplink;

import org.jspecify.annotations.NullMarked;
