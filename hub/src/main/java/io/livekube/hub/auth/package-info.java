/// Who may write a cluster and who may read: tokens, kept as hashes, re-read when their files change.
@NullMarked
package io.livekube.hub.auth;

import org.jspecify.annotations.NullMarked;
