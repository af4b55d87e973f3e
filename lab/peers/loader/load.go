package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"

	"livekube.io/lab/peers/child"
)

const writers = 16

// source yields pods one by one, either copied from an API server or generated from the seed.
func source(copyFrom string, pods, namespaces int, seed int64) func(ctx context.Context, take func(*corev1.Pod)) {
	if copyFrom != "" {
		return func(ctx context.Context, take func(*corev1.Pod)) { copyPods(ctx, copyFrom, take) }
	}
	if pods < 0 || namespaces < 1 {
		child.Fail(fmt.Errorf("--pods %d --namespaces %d: pods can't be negative, and they need a namespace", pods, namespaces))
	}
	return func(_ context.Context, take func(*corev1.Pod)) {
		random := rand.New(rand.NewSource(seed))
		for i := range pods {
			take(newPod(random, i, fmt.Sprintf("team-%03d", i%namespaces)))
		}
	}
}

func load(ctx context.Context, store *storage, pods func(context.Context, func(*corev1.Pod))) {
	started := time.Now()
	queue := make(chan *corev1.Pod, writers)
	var writing sync.WaitGroup
	for range writers {
		writing.Go(func() {
			for pod := range queue {
				if err := store.put(ctx, podPrefix+pod.Namespace+"/"+pod.Name, "Pod", pod); err != nil {
					child.Fail(err)
				}
			}
		})
	}
	count, jsonBytes := 0, 0
	seen := map[string]bool{}
	pods(ctx, func(pod *corev1.Pod) {
		if !seen[pod.Namespace] {
			seen[pod.Namespace] = true
			if err := store.put(ctx, "/registry/namespaces/"+pod.Namespace, "Namespace", newNamespace(pod.Namespace)); err != nil {
				child.Fail(err)
			}
		}
		if count%100 == 0 { // a sample is enough for an average
			text, err := json.Marshal(pod)
			if err != nil {
				child.Fail(err)
			}
			jsonBytes += len(text)
		}
		count++
		queue <- pod
	})
	close(queue)
	writing.Wait()
	child.Emit("loaded", child.Fields{
		"pods": count, "namespaces": len(seen), "seconds": time.Since(started).Seconds(),
		"json_bytes": jsonBytes / max(1, (count+99)/100),
	})
}

func copyPods(ctx context.Context, kubeconfig string, take func(*corev1.Pod)) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		child.Fail(err)
	}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		child.Fail(err)
	}
	options := metav1.ListOptions{Limit: 500}
	for {
		page, err := client.CoreV1().Pods("").List(ctx, options)
		if err != nil {
			child.Fail(err)
		}
		for i := range page.Items {
			page.Items[i].ResourceVersion = ""
			take(&page.Items[i])
		}
		if options.Continue = page.Continue; options.Continue == "" {
			return
		}
	}
}
