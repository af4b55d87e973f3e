package io.livekube.simulator.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.apimachinery.table.TableLayout;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.resource.ResourceType;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableColumnsTest {
    @Test
    void everyBuiltInTypeHasColumns() {
        for (ResourceType type : BuiltInTypes.all()) {
            assertThat(TableLayout.of(type.qualifiedName(), List.of()).definitions())
                    .as("columns of %s", type)
                    .extracting((JsonNode column) -> column.path("name").asText())
                    .contains("Name");
        }
    }
}
