package io.livekube.hub.auth;

import java.util.ArrayList;
import java.util.List;

/// Lines of a token file, without blank lines and comments. The last word of each is a token or its hash.
final class TokenLines {
    /// One line; numbers start at 1.
    record Line(int number, String first, TokenHash token) {}

    private TokenLines() {}

    /// Parses a file with at least one line.
    ///
    /// @param words in a line
    /// @param meaning what these words are, for error messages
    /// @throws TokenFileException if the text is invalid; the message names the line, never the token
    static List<Line> parse(String text, int words, String meaning) throws TokenFileException {
        var lines = new ArrayList<Line>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            String content = line.strip();
            if (content.isEmpty() || content.startsWith("#")) {
                continue;
            }
            List<String> found = List.of(content.split("\\s+"));
            if (found.size() != words) {
                throw new TokenFileException(
                        "line %d: expected %s, found %d words".formatted(number, meaning, found.size()));
            }
            try {
                lines.add(new Line(number, found.getFirst(), TokenHash.parse(found.getLast())));
            } catch (IllegalArgumentException e) {
                throw new TokenFileException("line %d: %s".formatted(number, e.getMessage()));
            }
        }
        if (lines.isEmpty()) {
            throw new TokenFileException("no tokens found; each line must have " + meaning);
        }
        return lines;
    }
}
