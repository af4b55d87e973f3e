package io.livekube.hub.search;

/// The distinct texts of one field, numbered: a pattern is matched once for each text, not for each object.
final class Dictionary {
    private final TextArena texts = new TextArena();
    private final Numbering numbers = new Numbering();
    private final byte secondStart;

    /// @param secondStart see [TextArena#matches]
    Dictionary(byte secondStart) {
        this.secondStart = secondStart;
    }

    int number(String text) {
        byte[] folded = TextArena.fold(text);
        int known = numbers.find(TextArena.hash(folded, 0, folded.length), i -> texts.holds(i, folded));
        return known >= 0 ? known : added(texts.add(folded, 0, folded.length));
    }

    /// Takes over a text of another dictionary which this one does not have.
    int takeOver(Dictionary other, int number) {
        return added(texts.addFrom(other.texts, number));
    }

    private int added(int number) {
        numbers.add(number, texts::hash);
        return number;
    }

    /// Which texts a pattern matches.
    Answers matching(TextPattern pattern) {
        return new Answers(size(), number -> texts.matches(pattern, number, secondStart));
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
