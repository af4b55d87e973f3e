# The two main commands are `make run` and `make test`. They need a JDK, Maven, Node and Go, and set up everything else.

MVN := build/mvn
JAVA = $$(build/find-jdk)/bin/java

# Class path of all modules, including test servers and benchmarks.
LAB = lab/target/classes:$$(cat lab/target/classpath.txt)

# Directory for `make image-root`. The image content runs only in this directory; deploy/Dockerfile sets IMAGE=/.
IMAGE := target/image

# `make test-fast` skips tests with these tags.
SLOW_TAGS := control-plane|slow
FAST = -DexcludedTestTags='$(SLOW_TAGS)' -DtestJit=-XX:TieredStopAtLevel=1

# Suite and number of runs of `make test-repeat`.
N := 10
SUITE := test-fast
MODULE :=

.DEFAULT_GOAL := help
.PHONY: help run build test test-fast test-repeat controlplane manifests image-root bench docs fmt clean

help: ## show this help
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: ## run hub, agents and dashboard for your current kubeconfig context, or for simulated clusters
	@./livekube up

build: ## compile and package everything, without tests
	@build/package

test: ## run all tests: unit, contract, integration (builds the control plane once, about 8 minutes)
	@FIRST=controlplane build/run-tests

test-fast: ## run the tests that need no control plane, in about three minutes on two cores
	@build/run-tests $(FAST)

test-repeat: ## run a suite repeatedly, every other time next to a CPU hog: make test-repeat N=20 [SUITE=test] [MODULE=hub]
	$(if $(filter test-fast test,$(SUITE)),,$(error SUITE must be test-fast or test, not '$(SUITE)'))
	@MODULE='$(MODULE)' FIRST=$(if $(filter test,$(SUITE)),controlplane) build/test-repeat '$(N)' $(if $(filter test-fast,$(SUITE)),$(FAST))

controlplane: build ## build the binaries for integration tests (etcd, kube-apiserver, helm, …), if missing
	@$(JAVA) -cp "$(LAB)" io.livekube.testkit.controlplane.Install >/dev/null || [ -z "$$CI" ]

manifests: build ## render the charts of deploy/helm into deploy/manifests
	@HELM=$$($(JAVA) -cp "$(LAB)" io.livekube.testkit.controlplane.Install | grep '/helm$$') deploy/render

image-root: build ## lay out the content of the container image (target/image) and test it (half a minute on an idle machine)
	@build/image $(IMAGE) && build/image-check $(IMAGE)

bench: build ## run a benchmark: make bench BENCH=sim [ARGS=--quick]
	@$(JAVA) -cp "$(LAB)" io.livekube.lab.Bench $(BENCH) $(ARGS)

docs: ## generate docs/cli.md from the commands' --help
	@$(MVN) -q -pl cli -am test -Dtest=CommandReferenceTest -Dsurefire.failIfNoSpecifiedTests=false -Dlivekube.docs=write

fmt: ## format all sources
	@$(MVN) -q spotless:apply

clean: ## remove build output
	@$(MVN) -q clean
	@rm -rf target web/target
