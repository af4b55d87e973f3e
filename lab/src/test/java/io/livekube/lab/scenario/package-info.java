@NullMarked
package io.livekube.lab.scenario;

import org.jspecify.annotations.NullMarked;
