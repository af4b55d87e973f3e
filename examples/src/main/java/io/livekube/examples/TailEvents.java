package io.livekube.examples;

import io.livekube.core.access.Kubeconfig;
import io.livekube.core.handler.Handler;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ClientConfig;
import io.livekube.core.informer.InformerConfig;
import io.livekube.core.informer.InformerFactory;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/// Handlers: prints a cluster's events as they happen, until Ctrl-C.
public final class TailEvents {
    private TailEvents() {}

    public static void main() throws Exception {
        try (var client = new ApiClient(Kubeconfig.find(Optional.empty()), ClientConfig.defaults());
                var informers = new InformerFactory(client, InformerConfig.defaults())) {
            tail(informers, System.out::println);
            new CountDownLatch(1).await();
        }
    }

    static void tail(InformerFactory informers, Consumer<String> out) {
        informers.informer(Resource.core("v1", "events")).addHandler(new Handler() {
            @Override
            public void onAdd(KubeObject event, boolean initial) {
                if (!initial) {
                    out.accept(describe(event));
                }
            }

            @Override
            public void onUpdate(KubeObject old, KubeObject now) {
                out.accept(describe(now));
            }
        });
        informers.start();
    }

    private static String describe(KubeObject event) {
        return "%-8s %-20s %s"
                .formatted(
                        event.field("type").orElse("?"), event.field("reason").orElse("?"), event.key());
    }
}
