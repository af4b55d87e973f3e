package io.livekube.hub.transport;

/// CRC-32 of concatenated texts, computed from the checksums of the parts without reading them.
///
/// A checksum is a polynomial over GF(2) modulo the CRC-32 polynomial, with its bits in reverse order.
/// Appending n bits multiplies it by `x` to the power of n, which is computed by repeated squaring.
public final class CombinedCrc {
    private static final int POLYNOMIAL = 0xedb88320;
    private static final int ONE = 1 << 31;
    private static final int[] SQUARES = squares();

    private CombinedCrc() {}

    /// Checksum of two concatenated texts.
    ///
    /// @param shift shift for the length of the second text
    public static int join(int first, int second, int shift) {
        return multiply(shift, first) ^ second;
    }

    /// Factor that appends a text of the given length: `x` to the power of eight times the number of bytes.
    public static int shift(long bytes) {
        int power = ONE;
        int square = 3;
        for (long left = bytes; left != 0; left >>>= 1) {
            if ((left & 1) != 0) {
                power = multiply(SQUARES[square & 31], power);
            }
            square++;
        }
        return power;
    }

    private static int[] squares() {
        int[] squares = new int[32];
        squares[0] = ONE >>> 1;
        for (int i = 1; i < squares.length; i++) {
            squares[i] = multiply(squares[i - 1], squares[i - 1]);
        }
        return squares;
    }

    private static int multiply(int a, int b) {
        int product = 0;
        int shifted = b;
        for (int left = a; left != 0; left <<= 1) {
            if (left < 0) {
                product ^= shifted;
            }
            shifted = (shifted & 1) == 0 ? shifted >>> 1 : (shifted >>> 1) ^ POLYNOMIAL;
        }
        return product;
    }
}
