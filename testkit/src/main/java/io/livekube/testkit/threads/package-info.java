/// Check on every test class that no thread dies unnoticed.
@NullMarked
package io.livekube.testkit.threads;

import org.jspecify.annotations.NullMarked;
