@NullMarked
package io.livekube.lab.contract;

import org.jspecify.annotations.NullMarked;
