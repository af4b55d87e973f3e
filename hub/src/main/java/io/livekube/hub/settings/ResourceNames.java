package io.livekube.hub.settings;

import io.livekube.core.model.Resource;
import io.livekube.hub.discovery.ApiCatalogue;
import io.livekube.protocol.Part;
import io.livekube.protocol.WellKnownKinds;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Resolves resource types in settings: any name of a known kind, or `example.com/v1/widgets`.
public final class ResourceNames {
    private static final Pattern PART = Pattern.compile("[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?");
    private static final int MAX_SHOWN = 64;

    private final List<Part.Kind> known;

    /// @param more known kinds other than the well-known ones
    public ResourceNames(Collection<Part.Kind> more) {
        this.known = Stream.concat(WellKnownKinds.all().stream(), more.stream()).toList();
    }

    /// Finds a kind by any of its names.
    ///
    /// @throws BadSettingsException if the name is unknown; the message lists the known names
    public Resource find(String name) throws BadSettingsException {
        Optional<Resource> found = ApiCatalogue.of(known, List.of())
                .kinds()
                .filter(kind -> kind.matches(name))
                .map(kind -> kind.kind().resource())
                .findFirst();
        return found.or(() -> path(name))
                .orElseThrow(() -> new BadSettingsException(
                        "Unknown resource type '%s'. Known types are %s; write others as group/version/plural."
                                .formatted(
                                        name.length() <= MAX_SHOWN ? name : name.substring(0, MAX_SHOWN) + "…",
                                        names())));
    }

    /// The shortest name that [#find] accepts in every cluster.
    public static String name(Resource resource) {
        int number = WellKnownKinds.number(resource);
        if (number >= 0) {
            return WellKnownKinds.all().get(number).kind();
        }
        String version = resource.version() + "/" + resource.plural();
        return resource.group().isEmpty() ? version : resource.group() + "/" + version;
    }

    private String names() {
        return known.stream()
                .map(kind -> kind.kind().isEmpty() ? name(kind.resource()) : kind.kind())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static Optional<Resource> path(String name) {
        List<String> parts = List.of(name.toLowerCase(Locale.ROOT).split("/", -1));
        if (!parts.stream().allMatch(part -> PART.matcher(part).matches())) {
            return Optional.empty();
        }
        return switch (parts.size()) {
            case 2 -> Optional.of(Resource.core(parts.get(0), parts.get(1)));
            case 3 -> Optional.of(new Resource(parts.get(0), parts.get(1), parts.get(2)));
            default -> Optional.empty();
        };
    }
}
