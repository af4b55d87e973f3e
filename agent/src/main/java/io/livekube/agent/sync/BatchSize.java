package io.livekube.agent.sync;

/// What a batch may have at most.
record BatchSize(int bytes, int objects) {
    private static final int LEAST_BYTES = 1024;

    BatchSize half() {
        return new BatchSize(Math.max(LEAST_BYTES, bytes / 2), Math.max(1, objects / 2));
    }
}
