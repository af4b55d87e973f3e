package io.livekube.testkit.fault;

import static io.livekube.testkit.fault.Faults.cut;
import static io.livekube.testkit.fault.Faults.events;
import static io.livekube.testkit.fault.RequestMatcher.any;
import static io.livekube.testkit.fault.RequestMatcher.watch;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.testkit.ApiEndpoint;
import java.math.BigInteger;
import java.net.InetAddress;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.Test;

class TlsUpstreamTest {

    private static final char[] PASSWORD = "test".toCharArray();

    private record Identity(KeyPair keys, X509Certificate certificate) {

        static Identity forLoopback() throws Exception {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(256);
            KeyPair keys = generator.generateKeyPair();
            var name = new X500Name("CN=upstream");
            Instant now = Instant.now();
            var builder = new JcaX509v3CertificateBuilder(
                            name,
                            BigInteger.ONE,
                            Date.from(now.minus(Duration.ofHours(1))),
                            Date.from(now.plus(Duration.ofHours(1))),
                            name,
                            keys.getPublic())
                    .addExtension(
                            Extension.subjectAlternativeName,
                            false,
                            new GeneralNames(new GeneralName(GeneralName.iPAddress, "127.0.0.1")));
            var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate());
            return new Identity(keys, new JcaX509CertificateConverter().getCertificate(builder.build(signer)));
        }

        String pem() throws Exception {
            return "-----BEGIN CERTIFICATE-----\n"
                    + Base64.getMimeEncoder().encodeToString(certificate.getEncoded())
                    + "\n-----END CERTIFICATE-----\n";
        }

        ScriptedUpstream serve(ScriptedUpstream.Handler handler) throws Exception {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("upstream", keys.getPrivate(), PASSWORD, new Certificate[] {certificate});
            var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(store, PASSWORD);
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(managers.getKeyManagers(), null, null);
            return new ScriptedUpstream(
                    tls.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress()),
                    "https",
                    handler);
        }
    }

    @Test
    void tlsUpstreamIsServedInPlainHttpWithItsToken() throws Exception {
        Identity identity = Identity.forLoopback();
        try (var upstream = identity.serve(call -> {
                    call.startWatch();
                    call.frame(call.head().headers().first("Authorization").orElse("none"));
                    call.frame("{\"n\":2}");
                    call.hold();
                });
                var proxy = FaultProxy.before(
                        new ApiEndpoint(upstream.url(), Optional.of("secret"), Optional.of(identity.pem())))) {
            proxy.when(watch("pods")).then(cut().after(events(1)));

            assertThat(proxy.endpoint().token()).contains("secret");
            var reply = RawClient.get(proxy, "/api/v1/pods?watch=1", "Authorization: Bearer secret");

            assertThat(reply.body()).isEqualTo("Bearer secret\n");
            assertThat(reply.end()).isEqualTo(RawClient.End.CUT);
            assertThat(upstream.sawDrop()).isTrue();
        }
    }

    @Test
    void untrustedUpstreamIsUnreachable() throws Exception {
        try (var upstream = Identity.forLoopback().serve(call -> call.json("{}"));
                var proxy = FaultProxy.before(new ApiEndpoint(
                        upstream.url(),
                        Optional.empty(),
                        Optional.of(Identity.forLoopback().pem())))) {
            assertThat(RawClient.get(proxy, "/version").head().status()).isEqualTo(502);
            proxy.requests().await(any(), 1, ExchangeOutcome.UPSTREAM_UNREACHABLE, ofSeconds(30));
        }
    }
}
