package main

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"

	"livekube.io/lab/peers/child"
)

// etcdWriter holds the pods as stored and writes the next version of one directly into etcd.
type etcdWriter struct {
	store  *storage
	keys   []string
	stored [][]byte
	locks  []sync.Mutex
}

func newEtcdWriter(ctx context.Context, store *storage) *etcdWriter {
	w := &etcdWriter{store: store}
	for from := podPrefix; ; {
		page, err := store.client.Get(ctx, from, clientv3.WithRange(clientv3.GetPrefixRangeEnd(podPrefix)), clientv3.WithLimit(500))
		if err != nil {
			child.Fail(err)
		}
		for _, kv := range page.Kvs {
			w.keys = append(w.keys, string(kv.Key))
			w.stored = append(w.stored, kv.Value)
		}
		if !page.More {
			w.locks = make([]sync.Mutex, len(w.keys))
			return w
		}
		from = w.keys[len(w.keys)-1] + "\x00"
	}
}

func (w *etcdWriter) pods() int { return len(w.keys) }

func (w *etcdWriter) write(ctx context.Context, i int) error {
	w.locks[i].Lock()
	defer w.locks[i].Unlock()
	pod, err := w.store.decodePod(w.stored[i])
	if err != nil {
		return fmt.Errorf("%s: %w", w.keys[i], err)
	}
	now := metav1.Now()
	for c := range pod.Status.ContainerStatuses {
		pod.Status.ContainerStatuses[c].RestartCount++
	}
	for c := range pod.Status.Conditions {
		if pod.Status.Conditions[c].Type == "Ready" {
			pod.Status.Conditions[c].LastTransitionTime = now
		}
	}
	if pod.Annotations == nil {
		pod.Annotations = map[string]string{}
	}
	pod.Annotations[child.WrittenAt] = strconv.FormatInt(time.Now().UnixNano(), 10)
	return w.store.put(ctx, w.keys[i], "Pod", pod)
}

// patchWriter sends JSON merge patches to the pods themselves: a change of one annotation.
type patchWriter struct {
	client rest.Interface
	names  []types.NamespacedName
}

func newPatchWriter(ctx context.Context, kubeconfig string) *patchWriter {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		child.Fail(err)
	}
	config.QPS = -1
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		child.Fail(err)
	}
	w := &patchWriter{client: client.CoreV1().RESTClient()}
	options := metav1.ListOptions{Limit: 500}
	for {
		page, err := client.CoreV1().Pods("").List(ctx, options)
		if err != nil {
			child.Fail(err)
		}
		for _, pod := range page.Items {
			w.names = append(w.names, types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name})
		}
		if options.Continue = page.Continue; options.Continue == "" {
			return w
		}
	}
}

func (w *patchWriter) pods() int { return len(w.names) }

func (w *patchWriter) write(ctx context.Context, i int) error {
	patch := fmt.Sprintf(`{"metadata":{"annotations":{%q:"%d"}}}`, child.WrittenAt, time.Now().UnixNano())
	pod := w.names[i]
	return w.client.Patch(types.MergePatchType).Namespace(pod.Namespace).Resource("pods").Name(pod.Name).
		Body([]byte(patch)).Do(ctx).Error()
}
