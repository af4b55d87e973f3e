// Command crowd is the lab's crowd of readers: thousands of watches, each on its own TLS connection, and timed reads.
//
//	crowd --server https://127.0.0.1:6443 --token T --protocol h2
//	crowd --server https://127.0.0.1:8443/clusters/bench --protocol h1
//
// It must cost less than the server that it measures: a watch is one goroutine that decrypts into a buffer and counts lines;
// only one in --sample parses the lines.
package main

import (
	"flag"
	"fmt"
	"net/url"

	"livekube.io/lab/peers/child"
)

func main() {
	var t target
	address := flag.String("server", "", "URL of the API root")
	flag.StringVar(&t.token, "token", "", "bearer token")
	flag.StringVar(&t.protocol, "protocol", "h1", "h1 or h2")
	sample := flag.Int("sample", 20, "one watch in so many checks and times every event")
	flag.Parse()
	server, err := url.Parse(*address)
	if err != nil || server.Scheme != "https" {
		child.Fail(fmt.Errorf("--server %q is no https URL", *address))
	}
	if t.protocol != "h1" && t.protocol != "h2" {
		child.Fail(fmt.Errorf("--protocol is h1 or h2, not %q", t.protocol))
	}
	t.host, t.root = server.Host, server.Path

	crowd := &crowd{target: t, sample: *sample, latencies: child.NewLatencies()}
	reads := newReads(t)
	child.Emit("ready", child.Fields{})
	child.Serve(map[string]child.Handler{
		"open":  crowd.open,
		"count": crowd.count,
		"close": func(child.Fields) (child.Fields, error) { return crowd.close(), nil },
		"list":  reads.list,
		"get":   reads.get,
	})
}
