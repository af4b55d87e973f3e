/// Client of a hub's REST API, for the commands that query one.
@NullMarked
package io.livekube.cli.hubclient;

import org.jspecify.annotations.NullMarked;
