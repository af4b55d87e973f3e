// Schema writes the protobuf and JSON forms of Kubernetes kinds, derived from the Go types of API servers. The result is
// a resource of core, with which a client can convert one form to the other.
//
//	go run ./schema > ../../core/src/main/resources/io/livekube/core/protobuf/kubernetes.schema
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes/scheme"
)

// Types whose JSON form is not that of a struct.
var special = map[reflect.Type]string{
	reflect.TypeFor[metav1.Time]():          "time",
	reflect.TypeFor[metav1.MicroTime]():     "microtime",
	reflect.TypeFor[resource.Quantity]():    "quantity",
	reflect.TypeFor[intstr.IntOrString]():   "intorstring",
	reflect.TypeFor[runtime.RawExtension](): "json",
	reflect.TypeFor[metav1.FieldsV1]():      "json",
}

var marshalsItself = reflect.TypeFor[json.Marshaler]()

// writer collects the messages that kinds consist of.
type writer struct {
	messages map[string][]string
	pending  []reflect.Type
}

func main() {
	w := &writer{messages: map[string][]string{}}
	var kinds []string
	for version, types := range groupVersions() {
		for kind, goType := range types {
			kinds = append(kinds, fmt.Sprintf("kind %s %s %s", version, kind, w.message(goType)))
		}
	}
	for len(w.pending) > 0 {
		next := w.pending[0]
		w.pending = w.pending[1:]
		w.messages[name(next)] = w.fields(next)
	}
	slices.Sort(kinds)
	out := bufio.NewWriter(os.Stdout)
	fmt.Fprintln(out, "# Written by lab/peers/schema. A field: its number, its name in JSON (? if that leaves it out when empty), its type.")
	for _, line := range kinds {
		fmt.Fprintln(out, line)
	}
	var names []string
	for message := range w.messages {
		names = append(names, message)
	}
	slices.Sort(names)
	for _, message := range names {
		fmt.Fprintf(out, "\n%s\n", message)
		for _, field := range w.messages[message] {
			fmt.Fprintln(out, field)
		}
	}
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}

// groupVersions are the kinds that can be listed, and Status, which errors are sent as.
func groupVersions() map[string]map[string]reflect.Type {
	found := map[string]map[string]reflect.Type{}
	for kind, goType := range scheme.Scheme.AllKnownTypes() {
		_, hasMetadata := goType.FieldByName("ObjectMeta")
		listed := scheme.Scheme.Recognizes(kind.GroupVersion().WithKind(kind.Kind+"List")) && hasMetadata
		status := kind.Kind == "Status" && kind.Group == "" && kind.Version == "v1"
		if kind.Version == runtime.APIVersionInternal || !(listed || status) || nestsObject(goType, map[reflect.Type]bool{}) {
			continue
		}
		version := kind.GroupVersion().String()
		if found[version] == nil {
			found[version] = map[string]reflect.Type{}
		}
		found[version][kind.Kind] = goType
	}
	return found
}

// nestsObject reports whether objects of a type contain complete objects, as in a StatefulSet's claim templates: API
// servers write the kind of each into JSON, but protobuf has no field for it. Such kinds are read as JSON.
func nestsObject(t reflect.Type, seen map[reflect.Type]bool) bool {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || seen[t] || special[t] != "" {
		return false
	}
	outermost := len(seen) == 0
	seen[t] = true
	if _, object := t.FieldByName("TypeMeta"); object && !outermost {
		return true
	}
	for i := range t.NumField() {
		field := t.Field(i)
		if field.IsExported() && field.Type != reflect.TypeFor[metav1.TypeMeta]() && nestsObject(field.Type, seen) {
			return true
		}
	}
	return false
}

// name is the type's package without the common prefix: core/v1.Pod.
func name(t reflect.Type) string {
	path := strings.Split(t.PkgPath(), "/")
	return strings.Join(path[max(0, len(path)-2):], "/") + "." + t.Name()
}

func (w *writer) message(t reflect.Type) string {
	if _, known := w.messages[name(t)]; !known {
		w.messages[name(t)] = nil
		w.pending = append(w.pending, t)
	}
	return name(t)
}

// fields are those of a struct in the order of their JSON.
func (w *writer) fields(t reflect.Type) []string {
	var fields []string
	for i := range t.NumField() {
		field := t.Field(i)
		wire := strings.Split(field.Tag.Get("protobuf"), ",")
		label := strings.Split(field.Tag.Get("json"), ",")
		if !field.IsExported() || label[0] == "-" || field.Type == reflect.TypeFor[metav1.TypeMeta]() {
			continue
		}
		if len(wire) < 2 {
			log.Fatalf("%s.%s has no protobuf number", name(t), field.Name)
		}
		if _, err := strconv.Atoi(wire[1]); err != nil {
			log.Fatalf("%s.%s has the protobuf number %s", name(t), field.Name, wire[1])
		}
		if slices.Contains(label[1:], "inline") || label[0] == "" {
			fields = append(fields, fmt.Sprintf("%s - %s", wire[1], w.message(field.Type)))
			continue
		}
		fields = append(fields, fmt.Sprintf("%s %s%s %s", wire[1], label[0], leftOut(field.Type, label), w.fieldType(field.Type)))
	}
	return fields
}

// leftOut marks fields that JSON omits if they are empty. Go never omits structs, except with the newer omitzero tag,
// which only times have so far.
func leftOut(t reflect.Type, label []string) string {
	options := label[1:]
	switch {
	case slices.Contains(options, "string"):
		log.Fatalf("%s is a number in quotes", label[0])
	case t.Kind() == reflect.Struct && !slices.Contains(options, "omitzero"):
		return ""
	case t.Kind() == reflect.Struct && special[t] != "time":
		log.Fatalf("%s is a struct that is left out if it is zero", label[0])
	case slices.Contains(options, "omitempty") || slices.Contains(options, "omitzero"):
		return "?"
	}
	return ""
}

func (w *writer) fieldType(t reflect.Type) string {
	switch {
	case t.Kind() == reflect.Pointer:
		return "*" + w.fieldType(t.Elem())
	case t.Kind() == reflect.Map && t.Key().Kind() == reflect.String:
		return "map:" + w.fieldType(t.Elem())
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return "bytes"
	case t.Kind() == reflect.Slice && reflect.PointerTo(t).Implements(reflect.TypeFor[runtime.ProtobufMarshaller]()):
		return "strings"
	case t.Kind() == reflect.Slice:
		return "list:" + w.fieldType(t.Elem())
	case special[t] != "":
		return special[t]
	case t.Implements(marshalsItself) || reflect.PointerTo(t).Implements(marshalsItself):
		log.Fatalf("%s writes its JSON itself", name(t))
	case t.Kind() == reflect.Struct:
		return w.message(t)
	case t.Kind() == reflect.String:
		return "string"
	case t.Kind() == reflect.Bool:
		return "bool"
	case t.Kind() == reflect.Int32 || t.Kind() == reflect.Int64:
		return "int"
	default:
		log.Fatalf("%s can't be described", t)
	}
	return ""
}
