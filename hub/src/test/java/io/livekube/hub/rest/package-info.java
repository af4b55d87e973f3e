@NullMarked
package io.livekube.hub.rest;

import org.jspecify.annotations.NullMarked;
