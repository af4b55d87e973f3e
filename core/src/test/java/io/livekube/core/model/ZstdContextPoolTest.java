package io.livekube.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdCompressCtx;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ZstdContextPoolTest {
    @Test
    void afterManyPackedAtOnceNoMoreContextsAreKeptThanCanBeBusy() {
        List<ZstdCompressCtx> lent = new ArrayList<>();
        for (int i = 0; i < ZstdContextPool.MAX_IDLE + 20; i++) {
            lent.add(ZstdContextPool.borrowCompress());
        }
        lent.forEach(ZstdContextPool::giveBack);
        assertThat(ZstdContextPool.idleCompress()).isLessThanOrEqualTo(ZstdContextPool.MAX_IDLE);
        // One that was kept packs; one that was closed would refuse to.
        ZstdCompressCtx again = ZstdContextPool.borrowCompress();
        assertThat(again.compress(new byte[100])).isNotEmpty();
        ZstdContextPool.giveBack(again);
    }
}
