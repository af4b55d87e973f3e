@NullMarked
package io.livekube.testkit.contract;

import org.jspecify.annotations.NullMarked;
