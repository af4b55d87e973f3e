/** Writes to a simulated cluster as kubectl would. */
export class SimulatedCluster {
  constructor(private readonly url: string) {}

  async createPod(name: string, namespace = 'default'): Promise<void> {
    await this.#send('POST', namespace, 'pods', pod(name, namespace));
  }

  /** Creates a service that selects the pods with this label. */
  async createService(name: string, app: string, namespace = 'default'): Promise<void> {
    await this.#send('POST', namespace, 'services', {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, namespace },
      spec: { selector: { app }, ports: [{ port: 80 }] },
    });
  }

  /** Creates an event about a pod, as a kubelet would. */
  async sayOf(podName: string, reason: string, message: string, namespace = 'default'): Promise<void> {
    const at = new Date().toISOString().replace(/\.\d+Z/, 'Z');
    await this.#send('POST', namespace, 'events', {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: `${podName}.${reason.toLowerCase()}`, namespace },
      involvedObject: { apiVersion: 'v1', kind: 'Pod', name: podName, namespace },
      type: 'Warning',
      reason,
      message,
      count: 1,
      firstTimestamp: at,
      lastTimestamp: at,
    });
  }

  async setRestarts(name: string, restarts: number, namespace = 'default'): Promise<void> {
    await this.#send('PATCH', namespace, `pods/${name}/status`, { status: statusOf(restarts) });
  }

  async deletePod(name: string, namespace = 'default'): Promise<void> {
    await this.#send('DELETE', namespace, `pods/${name}?gracePeriodSeconds=0`);
  }

  async #send(method: string, namespace: string, path: string, body?: object): Promise<void> {
    const response = await fetch(`${this.url}/api/v1/namespaces/${namespace}/${path}`, {
      method,
      headers: { 'Content-Type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  }
}

const statusOf = (restarts: number) => ({
  phase: 'Running',
  conditions: [{ type: 'Ready', status: 'True' }],
  containerStatuses: [{ name: 'app', image: 'nginx', ready: true, restartCount: restarts, state: { running: {} } }],
});

const pod = (name: string, namespace: string, version?: number) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name,
    namespace,
    labels: { app: name },
    ...(version === undefined ? {} : { uid: `uid-${name}`, resourceVersion: String(version), creationTimestamp: '2026-01-01T00:00:00Z' }),
  },
  spec: { nodeName: 'node-1', containers: [{ name: 'app', image: 'nginx:1.27' }] },
  status: statusOf(0),
});

/** An agent played by a test, so that its cluster is in exactly the required state. */
export class PushedCluster {
  #sequence = 0;
  #status: object[] = [];

  constructor(
    private readonly hub: string,
    readonly id: string,
    private readonly token: string,
  ) {}

  async pods(count: number): Promise<void> {
    const names = Array.from({ length: count }, (_, i) => `pod-${String(i).padStart(5, '0')}`);
    const all = names.map((name, i) => pod(name, `team-${i % 20}`, i + 1));
    await this.#parts([this.#hello(), kind('Pod', 'v1/pods'), { Part: 'Begin', Kind: 'Pod', ResourceVersion: String(count), Buckets: 'all' }]);
    for (let from = 0; from < count; from += 5000) {
      await this.#parts([{ Part: 'Chunk', Kind: 'Pod', Objects: all.slice(from, from + 5000) }]);
    }
    await this.#parts([{ Part: 'End', Kind: 'Pod', ResourceVersion: String(count), Objects: count }, status('SYNCED', count, '')]);
  }

  /** Adds a kind to the cluster, with one object. */
  async gadget(name: string): Promise<void> {
    const object = { apiVersion: 'example.io/v1', kind: 'Gadget', metadata: { name, namespace: 'default', uid: `uid-${name}`, resourceVersion: '9' } };
    const of = { Kind: 'Gadget', Resource: 'example.io/v1/gadgets' };
    await this.#parts([
      { Part: 'Kind', ...of, Namespaced: true },
      { Part: 'Begin', ...of, ResourceVersion: '9', Buckets: 'all' },
      { Part: 'Chunk', ...of, Objects: [object] },
      { Part: 'End', ...of, ResourceVersion: '9', Objects: 1 },
    ]);
  }

  /** Begins the first sync without ending it. */
  async syncing(objects: number): Promise<void> {
    await this.#parts([this.#hello(), kind('Pod', 'v1/pods'), status('SYNCING', objects, 'page 3 of the list')]);
  }

  async denied(cause: string): Promise<void> {
    await this.#parts([this.#hello(), kind('Pod', 'v1/pods'), status('DENIED', 0, cause)]);
  }

  async stale(cause: string): Promise<void> {
    await this.#parts([status('STALE', 3, cause)]);
  }

  /** Repeats the last status, so that the hub keeps the agent alive. */
  async heartbeat(): Promise<void> {
    await this.#parts(this.#status);
  }

  #hello() {
    return { Part: 'Hello', Agent: 'test', Kubernetes: 'v1.36.3', ClusterUid: this.id };
  }

  async #parts(parts: object[]): Promise<void> {
    this.#status = parts.filter((part) => 'Cause' in part);
    const body = { SessionId: '8f14e45fceea167a-1', SyncType: 'parts', SequenceNumber: ++this.#sequence, Parts: parts };
    const response = await fetch(`${this.hub}/agent/v1/clusters/${this.id}/sync`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${this.id}: ${response.status} ${await response.text()}`);
  }
}

const kind = (name: string, resource: string) => ({ Part: 'Kind', Kind: name, Resource: resource, Namespaced: true });
const status = (state: string, objects: number, cause: string) => ({ Part: 'Status', Kind: 'Pod', State: state, Objects: objects, Cause: cause });
