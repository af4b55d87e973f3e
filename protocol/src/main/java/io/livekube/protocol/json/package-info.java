/// JSON on the wire: batches that anyone can write with curl, answers, tasks and their results.
@NullMarked
package io.livekube.protocol.json;

import org.jspecify.annotations.NullMarked;
