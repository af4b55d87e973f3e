package io.livekube.hub.http;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The forms of a JSON answer that a client names in its Accept header, in its order.
///
/// @param forms without those that can't be given
record AcceptedForms(List<Form> forms) {
    /// @param as the kind of the answer, such as `Table`; empty for what there is by itself
    record Form(String as, String group, String version) {
        static final Form PLAIN = new Form("", "", "");
    }

    AcceptedForms {
        forms = List.copyOf(forms);
    }

    static AcceptedForms of(Exchange exchange) {
        return of(exchange.header("Accept").orElse(""));
    }

    static AcceptedForms of(String accept) {
        return new AcceptedForms(Arrays.stream(accept.split(","))
                .map(AcceptedForms::form)
                .flatMap(Optional::stream)
                .toList());
    }

    /// The first form that is plain, or of this kind; plain if there is none: no client is sent away.
    ///
    /// @param versions that can be given
    Form choose(String as, String group, List<String> versions) {
        return forms.stream()
                .filter(form -> form.as().isEmpty()
                        || (form.as().equals(as) && form.group().equals(group) && versions.contains(form.version())))
                .findFirst()
                .orElse(Form.PLAIN);
    }

    private static Optional<Form> form(String range) {
        String[] parts = range.strip().split("\\s*;\\s*");
        String type = parts[0].toLowerCase(Locale.ROOT);
        if (!type.equals(Answers.JSON) && !type.equals("application/*") && !type.equals("*/*")) {
            return Optional.empty();
        }
        String as = "";
        String group = "";
        String version = "";
        for (String part : Arrays.asList(parts).subList(1, parts.length)) {
            if (part.startsWith("as=")) {
                as = part.substring(3);
            } else if (part.startsWith("g=")) {
                group = part.substring(2);
            } else if (part.startsWith("v=")) {
                version = part.substring(2);
            }
        }
        return Optional.of(new Form(as, group, version));
    }
}
