/// Objects as table rows: the columns of each kind and how their cells are computed.
@NullMarked
package io.livekube.simulator.table;

import org.jspecify.annotations.NullMarked;
