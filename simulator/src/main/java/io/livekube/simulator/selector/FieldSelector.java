package io.livekube.simulator.selector;

import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.StoredObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Requirements on a type's selectable fields that must all hold.
public record FieldSelector(List<Term> terms) implements Predicate<StoredObject> {
    public static final FieldSelector EVERYTHING = new FieldSelector(List.of());

    private static final String NAME = "metadata.name";
    private static final String NAMESPACE = "metadata.namespace";
    private static final int NAME_INDEX = -1;
    private static final int NAMESPACE_INDEX = -2;

    /// One field's value, wanted or not; the index is the field's place among the type's selectable ones.
    public record Term(int index, boolean equal, String value) {
        public static Term name(String name) {
            return new Term(NAME_INDEX, true, name);
        }

        boolean matches(StoredObject object) {
            String actual = switch (index) {
                case NAME_INDEX -> object.name();
                case NAMESPACE_INDEX -> object.namespace();
                default -> object.field(index);
            };
            return actual.equals(value) == equal;
        }
    }

    public FieldSelector {
        terms = List.copyOf(terms);
    }

    /// Parses the text of a `fieldSelector` parameter.
    ///
    /// @param fields the type's selectable fields beside name and namespace
    /// @param custom whether the type is defined by a CRD
    /// @throws SelectorSyntaxException if it is not a selector, or names a field the type cannot be selected by
    public static FieldSelector parse(String text, ResourceType type, List<String> fields, boolean custom) {
        List<Term> terms = new ArrayList<>();
        for (String term : split(text)) {
            if (!term.isEmpty()) {
                terms.add(term(text, term, type, fields, custom));
            }
        }
        return new FieldSelector(terms);
    }

    public boolean isEmpty() {
        return terms.isEmpty();
    }

    @Override
    public boolean test(StoredObject object) {
        for (Term term : terms) {
            if (!term.matches(object)) {
                return false;
            }
        }
        return true;
    }

    private static Term term(String all, String term, ResourceType type, List<String> fields, boolean custom) {
        for (int i = 0; i < term.length(); i++) {
            if (term.charAt(i) == '\\') {
                i++;
            } else if (term.startsWith("!=", i)) {
                return new Term(
                        index(term.substring(0, i), type, fields, custom), false, unescape(term.substring(i + 2)));
            } else if (term.charAt(i) == '=') {
                int value = term.startsWith("==", i) ? i + 2 : i + 1;
                return new Term(
                        index(term.substring(0, i), type, fields, custom), true, unescape(term.substring(value)));
            }
        }
        throw new SelectorSyntaxException("invalid selector: '" + all + "'; can't understand '" + term + "'");
    }

    private static int index(String field, ResourceType type, List<String> fields, boolean custom) {
        boolean ownFields = custom || !fields.isEmpty();
        if (field.equals(NAME)) {
            return NAME_INDEX;
        }
        if (field.equals(NAMESPACE) && (type.namespaced() || !ownFields)) {
            return NAMESPACE_INDEX;
        }
        int index = fields.indexOf(field.equals("spec.host") ? "spec.nodeName" : field);
        if (index < 0) {
            throw new SelectorSyntaxException(
                    ownFields
                            ? "field label not supported: " + field
                            : "\"" + field + "\" is not a known field selector: only \"" + NAME + "\", \"" + NAMESPACE
                                    + "\"");
        }
        return index;
    }

    private static List<String> split(String text) {
        List<String> terms = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == ',') {
                terms.add(text.substring(from, i));
                from = i + 1;
            }
        }
        terms.add(text.substring(Math.min(from, text.length())));
        return terms;
    }

    private static String unescape(String value) {
        return value.replaceAll("\\\\([\\\\,=])", "$1");
    }
}
