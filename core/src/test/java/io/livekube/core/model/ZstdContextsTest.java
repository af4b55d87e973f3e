package io.livekube.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdCompressCtx;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ZstdContextsTest {
    @Test
    void afterManyPackedAtOnceNoMoreContextsAreKeptThanCanBeBusy() {
        List<ZstdCompressCtx> lent = new ArrayList<>();
        for (int i = 0; i < ZstdContexts.MAX_IDLE + 20; i++) {
            lent.add(ZstdContexts.borrowCompress());
        }
        lent.forEach(ZstdContexts::giveBack);
        assertThat(ZstdContexts.idleCompress()).isLessThanOrEqualTo(ZstdContexts.MAX_IDLE);
        // One that was kept packs; one that was closed would refuse to.
        ZstdCompressCtx again = ZstdContexts.borrowCompress();
        assertThat(again.compress(new byte[100])).isNotEmpty();
        ZstdContexts.giveBack(again);
    }
}
