package io.livekube.hub.search;

/// Numbers the distinct texts of one field, so that a pattern is matched once per text rather than per object.
final class TextDictionary {
    private final TextArena texts = new TextArena();
    private final IntHashTable numbers = new IntHashTable();
    private final byte secondStart;

    /// @param secondStart see [TextArena#matches]
    TextDictionary(byte secondStart) {
        this.secondStart = secondStart;
    }

    int number(String text) {
        byte[] folded = TextArena.fold(text);
        int known = numbers.find(TextArena.hash(folded, 0, folded.length), i -> texts.holds(i, folded));
        return known >= 0 ? known : added(texts.add(folded, 0, folded.length));
    }

    /// Copies a text that this dictionary lacks from another one.
    int copyFrom(TextDictionary other, int number) {
        return added(texts.addFrom(other.texts, number));
    }

    private int added(int number) {
        numbers.add(number, texts::hash);
        return number;
    }

    /// The texts that match a pattern.
    TextMatches matching(TextPattern pattern) {
        return new TextMatches(size(), number -> texts.matches(pattern, number, secondStart));
    }

    /// See [TextArena#matchesPair].
    boolean matchesPair(TextPattern pattern, int first, int second, byte[] room) {
        return texts.matchesPair(pattern, first, second, room);
    }

    int size() {
        return texts.size();
    }

    long bytes() {
        return texts.bytes() + numbers.bytes();
    }

    void trim() {
        texts.trim();
    }
}
