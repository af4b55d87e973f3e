// Command clientgo is the lab's client-go contestant: a shared informer on pods in all namespaces,
// typed (protobuf if the server supports it) or dynamic (JSON into maps).
package main

import (
	"flag"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"

	"livekube.io/lab/peers/child"
)

var pods = schema.GroupVersionResource{Version: "v1", Resource: "pods"}

func main() {
	kubeconfig := flag.String("kubeconfig", "", "file that names the API server")
	mode := flag.String("mode", "typed", "typed or dynamic")
	flag.Parse()
	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	if err != nil {
		child.Fail(err)
	}
	informer, err := newInformer(config, *mode)
	if err != nil {
		child.Fail(err)
	}
	latencies := child.NewLatencies()
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(_, now any) {
		if object, err := meta.Accessor(now); err == nil {
			latencies.Seen(object.GetAnnotations())
		}
	}})

	started := time.Now()
	stop := make(chan struct{})
	go informer.Run(stop)
	if !cache.WaitForCacheSync(stop, informer.HasSynced) {
		child.Fail(fmt.Errorf("the %s informer stopped before it had synced", *mode))
	}
	seconds := time.Since(started).Seconds()
	synced := digest(informer)
	synced["seconds"] = seconds
	child.Emit("synced", synced)

	child.Serve(map[string]child.Handler{
		"digest":  func(child.Fields) (child.Fields, error) { return digest(informer), nil },
		"latency": func(child.Fields) (child.Fields, error) { return latencies.Take(), nil },
	})
}

func newInformer(config *rest.Config, mode string) (cache.SharedIndexInformer, error) {
	switch mode {
	case "typed":
		config.ContentType = "application/vnd.kubernetes.protobuf"
		config.AcceptContentTypes = "application/vnd.kubernetes.protobuf,application/json"
		client, err := kubernetes.NewForConfig(config)
		if err != nil {
			return nil, err
		}
		return informers.NewSharedInformerFactory(client, 0).Core().V1().Pods().Informer(), nil
	case "dynamic":
		client, err := dynamic.NewForConfig(config)
		if err != nil {
			return nil, err
		}
		return dynamicinformer.NewDynamicSharedInformerFactory(client, 0).ForResource(pods).Informer(), nil
	default:
		return nil, fmt.Errorf("--mode is typed or dynamic, not %q", mode)
	}
}

func digest(informer cache.SharedIndexInformer) child.Fields {
	var d child.Digest
	for _, item := range informer.GetStore().List() {
		if object, err := meta.Accessor(item); err == nil {
			d.Add(object.GetNamespace(), object.GetName(), object.GetResourceVersion())
		}
	}
	return d.Fields()
}
