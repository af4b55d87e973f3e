package io.livekube.hub.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Parses a query: words, `field:word`, `-` to exclude matches, `*` as a wildcard, quotes for literal text.
///
/// A query has at most [#LONGEST] characters and [Query#MOST_TERMS] terms; a term has at most [#MOST_GAPS]
/// wildcards.
public final class QueryParser {
    static final int LONGEST = 512;
    static final int MOST_GAPS = 8;

    private final String text;
    private int at;

    private QueryParser(String text) {
        this.text = text;
    }

    public static Query parse(String text) throws BadQueryException {
        if (text.length() > LONGEST) {
            throw new BadQueryException(
                    "The query has %,d characters; at most %d are allowed.".formatted(text.length(), LONGEST),
                    LONGEST + 1);
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i)) && !Character.isWhitespace(text.charAt(i))) {
                throw new BadQueryException(
                        "The query contains a control character (position %d).".formatted(i + 1), i + 1);
            }
        }
        return new QueryParser(text).query();
    }

    private Query query() throws BadQueryException {
        List<Term> terms = new ArrayList<>();
        for (skipSpace(); at < text.length(); skipSpace()) {
            if (terms.size() == Query.MOST_TERMS) {
                throw wrong("A query may have at most %d terms".formatted(Query.MOST_TERMS), at);
            }
            terms.add(term());
        }
        if (terms.isEmpty()) {
            throw new BadQueryException(
                    "The query is empty: pass q=WORDS, such as q=web or q=kind:pod status:crashloop.", 1);
        }
        return new Query(terms);
    }

    private Term term() throws BadQueryException {
        int start = at;
        boolean excluded = text.charAt(at) == '-';
        if (excluded) {
            at++;
            if (atEnd()) {
                throw wrong("Missing term after '-'", start);
            }
        }
        SearchField field = field();
        int valueFrom = at;
        List<String> pieces = pieces();
        if (pieces.size() == 1 && pieces.getFirst().isEmpty()) {
            throw field == SearchField.ANY
                    ? wrong("Empty quotes", valueFrom)
                    : wrong("Missing value after '%s:'".formatted(field), valueFrom);
        }
        boolean pair = field == SearchField.LABEL && String.join("", pieces).contains("=");
        boolean whole = pieces.size() > 1 || field.whole() || pair;
        return new Term(field, whole ? TextPattern.whole(pieces) : TextPattern.part(pieces.getFirst()), excluded);
    }

    /// Consumes a field name and its colon, if they come next.
    private SearchField field() throws BadQueryException {
        int end = at;
        while (end < text.length() && Character.isLetter(text.charAt(end))) {
            end++;
        }
        if (end == at || end == text.length() || text.charAt(end) != ':') {
            return SearchField.ANY;
        }
        String word = text.substring(at, end);
        Optional<SearchField> field = SearchField.named(word);
        if (field.isEmpty()) {
            throw wrong(
                    "Unknown field '%s'; use kind, name, ns, label, image, node, status or cluster, or put the text in quotes"
                            .formatted(word),
                    at);
        }
        at = end + 1;
        return field.get();
    }

    /// Consumes a value up to the next space, split at its wildcards.
    private List<String> pieces() throws BadQueryException {
        List<String> pieces = new ArrayList<>();
        StringBuilder piece = new StringBuilder();
        while (!atEnd()) {
            char c = text.charAt(at);
            if (c == '"') {
                int close = text.indexOf('"', at + 1);
                if (close < 0) {
                    throw wrong("Unclosed quote", at);
                }
                piece.append(text, at + 1, close);
                at = close;
            } else if (c == '*') {
                if (pieces.size() == MOST_GAPS) {
                    throw wrong("A term may have at most %d wildcards ('*')".formatted(MOST_GAPS), at);
                }
                pieces.add(piece.toString());
                piece.setLength(0);
            } else {
                piece.append(c);
            }
            at++;
        }
        pieces.add(piece.toString());
        return pieces;
    }

    private boolean atEnd() {
        return at == text.length() || Character.isWhitespace(text.charAt(at));
    }

    private void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private static BadQueryException wrong(String what, int index) {
        return new BadQueryException("%s (position %d).".formatted(what, index + 1), index + 1);
    }
}
