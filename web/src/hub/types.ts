// Types of the hub's REST and stream API; see docs/api.md.

export type State = 'fresh' | 'stale' | 'disconnected' | 'off' | 'syncing' | 'forbidden' | 'not-served';
export type SyncMode = 'auto' | 'on' | 'off';
export type CellValue = string | number | boolean | null;

export interface Problem {
  reason: string;
  message: string;
  severity: 'error' | 'warning';
}

export interface ClusterSummary {
  id: string;
  state: State;
  ageMs?: number;
  mode: SyncMode;
  resourceTypes?: string | string[];
  token: boolean;
  agentConnected: boolean;
  on?: boolean;
  since?: string;
  lastSync?: string;
  lastActivity?: string;
  kindsSynced?: number;
  kindsKnown?: number;
  kindsSyncing?: number;
  kindsDenied?: number;
  objects?: number;
  queuedTasks?: number;
  streams?: number;
  /** Unchanged as long as nothing in the cluster changes. */
  revision?: string;
  traffic?: Traffic;
  kubernetes?: string;
  latencyMs?: { p50: number | null; p99: number | null };
  latency?: (number | null)[];
  problems?: { error: number; warning: number };
}

export interface KindStatus {
  resource: string;
  group: string;
  version: string;
  kind: string;
  namespaced: boolean;
  state: string;
  freshness?: State;
  ageMs?: number;
  objects?: number;
  agentObjects: number;
  resourceVersion?: string;
  digest?: string;
  cause: string;
}

/** Counted since the hub started. */
export interface Traffic {
  batches: number;
  bytes: number;
  changes: number;
  reads: number;
}

export interface ClusterDetail extends ClusterSummary {
  kinds: KindStatus[];
  agent?: { version: string; kubernetes: string; clusterUid: string };
  counts?: { mismatches: number; repairs: number; backoffs: number };
}

export interface Column {
  name: string;
  type: string;
  format: string;
  priority: number;
  description: string;
}

export interface Row {
  cluster: string;
  namespace: string;
  name: string;
  uid: string;
  version: string;
  created: string;
  cells: CellValue[];
  labels?: Record<string, string>;
  problem?: Problem;
  object?: KubeObject;
}

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type KubeObject = { [key: string]: Json };

export interface ColumnsEvent {
  resource: string;
  kind: string;
  apiVersion: string;
  namespaced: boolean;
  columns: Column[];
}

export interface RowsEvent {
  resource: string;
  cluster: string;
  state: State;
  ageMs?: number;
  version?: string;
  reset?: boolean;
  more?: boolean;
  /** Number of rows of the complete state. */
  total?: number;
  rows: Omit<Row, 'cluster'>[] | Row[];
  removed?: { namespace: string; name: string }[];
}

export interface UnavailableEvent {
  resource: string;
  cluster: string;
  state: State | 'unavailable';
  status: number;
  progress?: { objects?: number };
  sentence: string;
}

export interface Memory {
  hub: {
    objects: number;
    bytes: number;
    kinds: { resource: string; objects: number; bytes: number }[];
    largest: LargeObject[];
  };
  agent: {
    unavailable?: string;
    heapUsed?: number;
    heapMax?: number;
    kinds?: { resource: string; objects: number; bytes: number }[];
  };
}

export interface LargeObject {
  resource: string;
  namespace: string;
  name: string;
  bytes: number;
  jsonBytes: number;
}

export interface ControlEvent {
  at: string;
  type: string;
  text: string;
}

export interface RelatedNode {
  id: string;
  resource: string;
  kind: string;
  namespace: string;
  name: string;
  status?: string;
  problem?: Problem;
}

export interface Related {
  nodes: RelatedNode[];
  edges: { from: string; to: string; relation: string }[];
  truncated: boolean;
}

export interface SearchHit {
  cluster: string;
  resource: string;
  kind: string;
  /** Absent for cluster-scoped kinds. */
  namespace?: string;
  name: string;
  status?: string;
  problem?: Problem;
  matched?: string[];
}

export interface SearchAnswer {
  took: { ms: number };
  total: number;
  exact: boolean;
  hits: SearchHit[];
  clusters: { cluster: string; state: State; ageMs?: number; unfinished?: boolean }[];
}
