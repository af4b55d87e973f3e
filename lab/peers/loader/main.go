// Command loader fills a real control plane with pods and changes them, as a child process of the lab.
//
//	loader load  --etcd URL --pods 10000 --namespaces 20 --seed 1       pods of about 9 KB of JSON, directly into etcd
//	loader load  --etcd URL --copy-from FILE                            the pods of another API server, unchanged
//	loader churn --etcd URL --rate 500 --seconds 10                     status updates directly into etcd
//	loader churn --via apiserver --kubeconfig FILE --rate 100 …         the same as PATCHes
//
// Above about 250 PATCHes per second, the API server's write path is the limit; etcd accepts many times that.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"livekube.io/lab/peers/child"
)

func main() {
	if len(os.Args) < 2 {
		child.Fail(fmt.Errorf("usage: loader load|churn [flags]"))
	}
	flags := flag.NewFlagSet(os.Args[1], flag.ExitOnError)
	etcd := flags.String("etcd", "", "etcd's client URL")
	var tls tlsFiles
	flags.StringVar(&tls.ca, "etcd-ca", "", "etcd's certificate authority (PEM file)")
	flags.StringVar(&tls.cert, "etcd-cert", "", "client certificate for etcd (PEM file)")
	flags.StringVar(&tls.key, "etcd-key", "", "its key (PEM file)")
	kubeconfig := flags.String("kubeconfig", "", "API server, for --via apiserver")
	seed := flags.Int64("seed", 1, "the same seed makes the same pods and the same changes")

	ctx := context.Background()
	switch os.Args[1] {
	case "load":
		pods := flags.Int("pods", 1_000, "how many pods")
		namespaces := flags.Int("namespaces", 20, "over how many namespaces")
		copyFrom := flags.String("copy-from", "", "kubeconfig of an API server whose pods to copy instead")
		flags.Parse(os.Args[2:])
		store := connect(*etcd, tls)
		load(ctx, store, source(*copyFrom, *pods, *namespaces, *seed))
	case "churn":
		var c churn
		flags.Float64Var(&c.rate, "rate", 100, "changes a second")
		seconds := flags.Float64("seconds", 10, "for how long")
		via := flags.String("via", "etcd", "etcd or apiserver")
		flags.IntVar(&c.workers, "workers", 16, "writes in flight at most")
		flags.Parse(os.Args[2:])
		c.seed = *seed
		c.duration = time.Duration(*seconds * float64(time.Second))
		switch *via {
		case "etcd":
			c.writer = newEtcdWriter(ctx, connect(*etcd, tls))
		case "apiserver":
			c.writer = newPatchWriter(ctx, *kubeconfig)
		default:
			child.Fail(fmt.Errorf("--via is etcd or apiserver, not %q", *via))
		}
		c.serve(ctx)
	default:
		child.Fail(fmt.Errorf("unknown mode %q: load or churn", os.Args[1]))
	}
}
