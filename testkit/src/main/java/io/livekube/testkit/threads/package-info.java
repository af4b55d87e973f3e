/// A check on every test class: none of its threads dies unnoticed.
@NullMarked
package io.livekube.testkit.threads;

import org.jspecify.annotations.NullMarked;
