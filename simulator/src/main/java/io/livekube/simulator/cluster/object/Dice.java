package io.livekube.simulator.cluster.object;

import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Supplier;

/// Seeded random generator for all choices in a cluster: equal seeds give equal sequences of values.
public final class Dice {
    /// Alphabet of generated names: no vowels, and no digits that look like vowels.
    private static final String NAME_LETTERS = "bcdfghjklmnpqrstvwxz2456789";

    private static final HexFormat HEX = HexFormat.of();
    private final SplittableRandom random;

    public Dice(long seed) {
        this.random = new SplittableRandom(seed);
    }

    public int below(int bound) {
        return random.nextInt(bound);
    }

    public int between(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    public double fraction() {
        return random.nextDouble();
    }

    public boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    /// The value with the given probability, else nothing.
    public <T> Optional<T> maybe(double probability, Supplier<T> value) {
        return chance(probability) ? Optional.of(value.get()) : Optional.empty();
    }

    public <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    public Duration upTo(Duration most) {
        return Duration.ofSeconds(random.nextLong(Math.max(1, most.toSeconds())));
    }

    /// A version-4 UUID.
    public String uid() {
        long high = (random.nextLong() & ~0xF000L) | 0x4000L;
        long low = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return new UUID(high, low).toString();
    }

    /// The random suffix of a generated name.
    public String suffix(int length) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(NAME_LETTERS.charAt(random.nextInt(NAME_LETTERS.length())));
        }
        return text.toString();
    }

    /// Random bytes as lower-case hexadecimal digits.
    public String hex(int bytes) {
        byte[] raw = new byte[bytes];
        random.nextBytes(raw);
        return HEX.formatHex(raw);
    }

    public byte[] bytes(int count) {
        byte[] raw = new byte[count];
        random.nextBytes(raw);
        return raw;
    }
}
