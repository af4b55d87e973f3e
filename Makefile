# Two commands matter: `make run` and `make test`. With a JDK, Maven, Node and Go at hand, both set up all the rest.

MVN := build/mvn
JAVA = $$(build/find-jdk)/bin/java

# The class path of everything, test servers and benchmarks included.
LAB = lab/target/classes:$$(cat lab/target/classpath.txt)

# Where `make image-root` puts what goes into the image. It runs only there; deploy/Dockerfile says IMAGE=/.
IMAGE := target/image

# Tests with these tags are left out of `make test-fast`.
SLOW_TAGS := control-plane|slow
FAST = -DexcludedTestTags='$(SLOW_TAGS)' -DtestJit=-XX:TieredStopAtLevel=1

# What `make test-repeat` repeats, and how often.
N := 10
SUITE := test-fast
MODULE :=

.DEFAULT_GOAL := help
.PHONY: help run build test test-fast test-repeat controlplane manifests image-root bench docs fmt clean

help: ## show this help
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: ## start Livekube: hub, agents and dashboard, on your current kubeconfig context or on simulated clusters
	@./livekube up

build: ## compile and package everything, without tests
	@build/package

test: ## run every test: unit, contract, integration (builds the control plane once, about 8 minutes)
	@FIRST=controlplane build/run-tests

test-fast: ## run the tests that need no control plane, in about three minutes on two cores
	@build/run-tests $(FAST)

test-repeat: ## run a suite repeatedly, every other run next to a CPU hog: make test-repeat N=20 [SUITE=test] [MODULE=hub]
	$(if $(filter test-fast test,$(SUITE)),,$(error SUITE must be test-fast or test, not '$(SUITE)'))
	@MODULE='$(MODULE)' FIRST=$(if $(filter test,$(SUITE)),controlplane) build/test-repeat '$(N)' $(if $(filter test-fast,$(SUITE)),$(FAST))

controlplane: build ## build the programs that integration tests start (etcd, kube-apiserver, helm, …), if missing
	@$(JAVA) -cp "$(LAB)" io.livekube.testkit.controlplane.Install >/dev/null || [ -z "$$CI" ]

manifests: build ## render the charts of deploy/helm into deploy/manifests
	@HELM=$$($(JAVA) -cp "$(LAB)" io.livekube.testkit.controlplane.Install | grep '/helm$$') deploy/render

image-root: build ## lay out what goes into the container image (target/image), and run it (half a minute on idle cores)
	@build/image $(IMAGE) && build/image-check $(IMAGE)

bench: build ## measure: make bench BENCH=sim [ARGS=--quick]
	@$(JAVA) -cp "$(LAB)" io.livekube.lab.Bench $(BENCH) $(ARGS)

docs: ## write docs/cli.md from what the commands say of themselves
	@$(MVN) -q -pl cli -am test -Dtest=CommandReferenceTest -Dsurefire.failIfNoSpecifiedTests=false -Dlivekube.docs=write

fmt: ## format all sources
	@$(MVN) -q spotless:apply

clean: ## remove what the build made
	@$(MVN) -q clean
	@rm -rf target web/target
