package io.livekube.simulator.resource;

import io.livekube.apimachinery.table.PrinterColumn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The types that a cluster currently serves: built-in ones, and those of its CRDs.
public final class Catalog {
    private record Address(String group, String version, String plural) {
        static Address of(ResourceType type) {
            return new Address(type.group(), type.version(), type.plural());
        }
    }

    /// Type defined by a CRD, with its table columns.
    public record CustomType(ResourceType type, List<PrinterColumn> columns) {
        public CustomType {
            columns = List.copyOf(columns);
        }
    }

    private final Map<Address, CustomType> custom = new ConcurrentHashMap<>();

    public Optional<ResourceType> find(String group, String version, String plural) {
        for (ResourceType type : BuiltInTypes.all()) {
            if (type.group().equals(group)
                    && type.version().equals(version)
                    && type.plural().equals(plural)) {
                return Optional.of(type);
            }
        }
        return Optional.ofNullable(custom.get(new Address(group, version, plural)))
                .map(CustomType::type);
    }

    public boolean serves(ResourceType type) {
        return BuiltInTypes.all().contains(type) || custom.containsKey(Address.of(type));
    }

    /// The CRD's definition of a type; empty for built-in types.
    public Optional<CustomType> custom(ResourceType type) {
        return Optional.ofNullable(custom.get(Address.of(type)));
    }

    /// All types, built-in ones first.
    public List<ResourceType> types() {
        List<ResourceType> types = new ArrayList<>(BuiltInTypes.all());
        custom.values().stream()
                .map(CustomType::type)
                .sorted(Comparator.comparing(ResourceType::qualifiedName))
                .forEach(types::add);
        return types;
    }

    /// The group names, without the core group.
    public Set<String> groups() {
        Set<String> groups = new LinkedHashSet<>();
        types().forEach(type -> groups.add(type.group()));
        groups.remove("");
        return groups;
    }

    /// The versions of a group, the preferred one first.
    public List<String> versions(String group) {
        return types().stream()
                .filter(type -> type.group().equals(group))
                .map(ResourceType::version)
                .distinct()
                .sorted(VersionPriority.HIGHEST_FIRST)
                .toList();
    }

    public List<ResourceType> types(String group, String version) {
        return types().stream()
                .filter(type -> type.group().equals(group) && type.version().equals(version))
                .sorted(Comparator.comparing(ResourceType::plural))
                .toList();
    }

    /// Replaces the types of one CRD.
    public void define(String group, String plural, List<CustomType> versions) {
        versions.forEach(version -> custom.put(Address.of(version.type()), version));
        custom.keySet()
                .removeIf(address -> address.group().equals(group)
                        && address.plural().equals(plural)
                        && versions.stream().noneMatch(v -> v.type().version().equals(address.version())));
    }
}
