@NullMarked
package io.livekube.cli.doctor;

import org.jspecify.annotations.NullMarked;
