package io.livekube.simulator.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MalformedObjectTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    private final Simulator simulator = Simulator.start(SimulatorConfig.defaults());
    private final TestClient client = new TestClient(simulator);

    @AfterEach
    void stop() {
        simulator.close();
        client.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'x'|400",
                "{'name':5}|400",
                "{'name':['x']}|400",
                "{'name':'a','labels':'x'}|400",
                "{'name':'a','labels':{'l':5}}|400",
                "{'name':'a','annotations':{'l':{}}}|400",
                "{'name':'a','annotations':{'a b':'x'}}|422",
                "{'name':'a','finalizers':'x'}|400",
                "{'name':'a','finalizers':[1]}|400",
                "{'name':'a','annotations':{'Example.COM/Key':'x'},'labels':null}|201",
            })
    void metadataThatNoClientCouldDecodeIsRefused(String metadata, int code) {
        String body = "{\"metadata\":" + metadata.replace('\'', '"') + "}";
        assertThat(client.post(MAPS, body).code()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'metadata':'x'}|422",
                "{'metadata':{'labels':{'l':5}}}|422",
                "{'metadata':{'finalizers':'x'}}|422",
                "{'kind':'Pod'}|422",
                "{'apiVersion':'v9'}|422",
                "{'kind':'ConfigMap','apiVersion':'v1','data':{'k':'v'}}|200",
            })
    void aPatchMustLeaveAnObjectOfItsKind(String patch, int code) {
        client.configMap("a", "x");
        assertThat(client.patch(MAPS + "/a", patch.replace('\'', '"')).code()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource({"{}, 400", "[1], 400", "[], 200"})
    void aJsonPatchIsAListOfOperations(String patch, int code) {
        client.configMap("a", "x");
        assertThat(client.jsonPatch(MAPS + "/a", patch).code()).isEqualTo(code);
    }

    @Test
    void aWorkloadKeepsTheTemplateOfItsPods() {
        String cronJobs = "/apis/batch/v1/namespaces/default/cronjobs";
        assertThat(client.post(cronJobs, "{\"metadata\":{\"name\":\"a\"},\"spec\":\"x\"}")
                        .code())
                .isEqualTo(400);
        assertThat(client.post(cronJobs, "{\"metadata\":{\"name\":\"a\"}}").code())
                .isEqualTo(422);
        assertThat(client.post(cronJobs, """
                {"metadata": {"name": "a"}, "spec": {"schedule": "* * * * *",
                 "jobTemplate": {"spec": {"template": {"spec": {"containers": []}}}}}}""").code()).isEqualTo(201);
        assertThat(client.patch(cronJobs + "/a", "{\"spec\":null}").code()).isEqualTo(422);
    }
}
