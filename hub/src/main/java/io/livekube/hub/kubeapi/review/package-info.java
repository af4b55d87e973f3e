/// Access reviews, with which clients ask what they may do: everything that reads, nothing that writes.
@NullMarked
package io.livekube.hub.kubeapi.review;

import org.jspecify.annotations.NullMarked;
