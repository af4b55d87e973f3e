import { randomBytes } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { PushedCluster, SimulatedCluster } from './clusters';
import { freePort, LivekubeProcess, PATIENCE_MS, Scratch } from './processes';
import { Proxy } from './proxy';

const PICTURES = join(import.meta.dirname, '..', 'target', 'pictures');
const CLUSTERS = ['demo', 'big', 'loading', 'locked', 'late', 'paused', 'unheard', 'growing', 'turned', 'left'];

/** A hub with clusters in every state, and a browser that reaches it through a proxy that can cut connections. */
export class Stage {
  readonly #scratch = new Scratch();
  readonly #tokens = new Map(CLUSTERS.map((id) => [id, randomBytes(24).toString('hex')]));
  readonly #parts: { stop(): Promise<void> | void }[] = [];
  #states: Promise<void> | undefined;
  #beating: Promise<unknown> = Promise.resolve();
  #nextBeat: ReturnType<typeof setTimeout> | undefined;
  #port = 0;
  #hub!: LivekubeProcess;
  browser!: Browser;
  proxy!: Proxy;
  simulated!: SimulatedCluster;

  static async set(): Promise<Stage> {
    const stage = new Stage();
    try {
      await stage.#set();
      return stage;
    } catch (error) {
      await stage.close();
      throw error;
    }
  }

  async #set(): Promise<void> {
    const kubeconfig = this.#scratch.path('kubeconfig');
    // Wait for all of them even if one fails, so that everything that started is stopped.
    const begun = await Promise.allSettled([
      this.#launch().then((browser) => (this.browser = browser)),
      this.#start('simulate', '--pods', '200', '--churn', '0', '--kubeconfig-out', kubeconfig).then(
        (simulator) => (this.simulated = new SimulatedCluster(simulator.url())),
      ),
      freePort().then((port) => {
        this.#port = port;
        return this.startHub();
      }),
    ]);
    for (const each of begun) if (each.status === 'rejected') throw each.reason;
    const token = this.#scratch.write('token', this.#tokens.get('demo')!);
    await this.#start('agent', '--hub', this.hub, '--cluster', 'demo', '--token-file', token, '--kubeconfig', kubeconfig);
    this.proxy = await Proxy.start(this.#port);
  }

  async #start(...args: string[]): Promise<LivekubeProcess> {
    const process = await LivekubeProcess.start(...args);
    this.#parts.push({ stop: () => process.stop('SIGKILL') });
    return process;
  }

  get hub(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async startHub(): Promise<void> {
    const tokens = this.#scratch.write('tokens', [...this.#tokens].map(([id, token]) => `${id} ${token}\n`).join(''));
    this.#hub = await LivekubeProcess.start('hub', '--port', String(this.#port), '--tokens-file', tokens, '--sync-mode', 'on');
  }

  /** A second hub, which requires this token for reads. */
  async lockedHub(token: string): Promise<string> {
    const readers = this.#scratch.write('readers', `${token}\n`);
    const hub = await this.#start('hub', '--port', '0', '--tokens-file', this.#scratch.path('tokens'), '--reader-token-file', readers);
    return hub.url();
  }

  async stopHub(): Promise<void> {
    await this.#letDie(); // the next hub does not know them
    await this.#hub.stop();
  }

  pushed(id: string): PushedCluster {
    return new PushedCluster(this.hub, id, this.#tokens.get(id)!);
  }

  /** Clusters in all states except live. They are created once, and heartbeats keep them in their states. */
  everyState(): Promise<void> {
    return (this.#states ??= this.#makeStates());
  }

  async #makeStates(): Promise<void> {
    const loading = this.pushed('loading');
    await loading.syncing(1200);
    const locked = this.pushed('locked');
    await locked.denied('pods is forbidden: the agent may not list them');
    const late = this.pushed('late');
    await late.pods(3);
    await late.stale('the watch is closed again and again: 503');
    await this.pushed('paused').pods(2);
    await this.setSync('paused', 'off');
    this.#keepAlive([loading, locked, late]);
  }

  /** Sends heartbeats for these clusters, since a cluster that is silent for a minute changes its state. */
  #keepAlive(clusters: PushedCluster[]): void {
    this.#beating = Promise.all(clusters.map((cluster) => cluster.heartbeat()));
    void this.#beating.then(() => (this.#nextBeat = setTimeout(() => this.#keepAlive(clusters), 10_000)));
  }

  async #letDie(): Promise<void> {
    await this.#beating;
    clearTimeout(this.#nextBeat);
  }

  async setSync(cluster: string, mode: string): Promise<void> {
    await fetch(`${this.hub}/api/v1/clusters/${cluster}/sync`, { method: 'PUT', body: JSON.stringify({ mode }) });
  }

  /** Opens a page of the dashboard; its errors fail the test that closes it. */
  async open(hash: string, options: { width?: number; dark?: boolean; base?: string } = {}): Promise<Page> {
    const page = await this.browser.newPage({
      viewport: { width: options.width ?? 1280, height: 800 },
      colorScheme: options.dark ? 'dark' : 'light',
    });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${options.base ?? this.proxy.url}/${hash}`);
    return page;
  }

  async picture(page: Page, name: string): Promise<void> {
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: join(PICTURES, `${name}.png`) });
  }

  async close(): Promise<void> {
    await this.#letDie().catch(() => {}); // the failure has been reported
    await this.browser?.close();
    this.proxy?.close();
    await this.#hub?.stop('SIGKILL');
    await Promise.all(this.#parts.map((part) => part.stop()));
    this.#scratch.close();
  }

  #launch(): Promise<Browser> {
    const finder = join(import.meta.dirname, '..', '..', 'build', 'browser');
    return chromium.launch({
      executablePath: execFileSync(finder, { encoding: 'utf8' }).trim(),
      // As root, Chromium has no sandbox. It must not send requests of its own.
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    });
  }
}
