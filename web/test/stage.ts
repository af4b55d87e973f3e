import { randomBytes } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { PushedCluster, SimulatedCluster } from './clusters';
import { freePort, LivekubeProcess, Scratch } from './processes';
import { Proxy } from './proxy';

const PICTURES = join(import.meta.dirname, '..', 'target', 'pictures');
const CLUSTERS = ['demo', 'big', 'loading', 'locked', 'late', 'paused', 'unheard', 'growing', 'turned', 'left'];

/** A hub with clusters in every state, and a browser that looks at it through a line that can be cut. */
export class Stage {
  readonly #scratch = new Scratch();
  readonly #tokens = new Map(CLUSTERS.map((id) => [id, randomBytes(24).toString('hex')]));
  readonly #parts: { stop(): Promise<void> | void }[] = [];
  #states: Promise<void> | undefined;
  #port = 0;
  #hub!: LivekubeProcess;
  browser!: Browser;
  proxy!: Proxy;
  simulated!: SimulatedCluster;

  static async set(): Promise<Stage> {
    const stage = new Stage();
    const browser = stage.#launch();
    const kubeconfig = stage.#scratch.path('kubeconfig');
    const [simulator] = await Promise.all([
      LivekubeProcess.start('simulate', '--pods', '200', '--churn', '0', '--kubeconfig-out', kubeconfig),
      freePort().then((port) => {
        stage.#port = port;
        return stage.startHub();
      }),
    ]);
    stage.#parts.push({ stop: () => simulator.stop('SIGKILL') });
    stage.simulated = new SimulatedCluster(simulator.url());
    const token = stage.#scratch.write('token', stage.#tokens.get('demo')!);
    const agent = await LivekubeProcess.start('agent', '--hub', stage.hub, '--cluster', 'demo', '--token-file', token, '--kubeconfig', kubeconfig);
    stage.#parts.push({ stop: () => agent.stop('SIGKILL') });
    stage.proxy = await Proxy.start(stage.#port);
    stage.browser = await browser;
    return stage;
  }

  get hub(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async startHub(): Promise<void> {
    const tokens = this.#scratch.write('tokens', [...this.#tokens].map(([id, token]) => `${id} ${token}\n`).join(''));
    this.#hub = await LivekubeProcess.start('hub', '--port', String(this.#port), '--tokens-file', tokens, '--sync-mode', 'on');
  }

  /** A second hub, which lets nobody read without this token. */
  async lockedHub(token: string): Promise<string> {
    const readers = this.#scratch.write('readers', `${token}\n`);
    const hub = await LivekubeProcess.start('hub', '--port', '0', '--tokens-file', this.#scratch.path('tokens'), '--reader-token-file', readers);
    this.#parts.push({ stop: () => hub.stop('SIGKILL') });
    return hub.url();
  }

  stopHub(): Promise<void> {
    return this.#hub.stop();
  }

  pushed(id: string): PushedCluster {
    return new PushedCluster(this.hub, id, this.#tokens.get(id)!);
  }

  /** A cluster in each state that a live one is not in; they are made once, and stay so. */
  everyState(): Promise<void> {
    return (this.#states ??= this.#makeStates());
  }

  async #makeStates(): Promise<void> {
    await this.pushed('loading').syncing(1200);
    await this.pushed('locked').denied('pods is forbidden: the agent may not list them');
    const late = this.pushed('late');
    await late.pods(3);
    await late.stale('the watch is closed again and again: 503');
    await this.pushed('paused').pods(2);
    await this.setSync('paused', 'off');
  }

  async setSync(cluster: string, mode: string): Promise<void> {
    await fetch(`${this.hub}/api/v1/clusters/${cluster}/sync`, { method: 'PUT', body: JSON.stringify({ mode }) });
  }

  /** A page of the dashboard; its errors fail the test that closes it. */
  async open(hash: string, options: { width?: number; dark?: boolean; base?: string } = {}): Promise<Page> {
    const page = await this.browser.newPage({
      viewport: { width: options.width ?? 1280, height: 800 },
      colorScheme: options.dark ? 'dark' : 'light',
    });
    page.setDefaultTimeout(20_000);
    await page.goto(`${options.base ?? this.proxy.url}/${hash}`);
    return page;
  }

  async picture(page: Page, name: string): Promise<void> {
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: join(PICTURES, `${name}.png`) });
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.proxy.close();
    await this.#hub.stop('SIGKILL');
    await Promise.all(this.#parts.map((part) => part.stop()));
    this.#scratch.close();
  }

  #launch(): Promise<Browser> {
    const finder = join(import.meta.dirname, '..', '..', 'build', 'browser');
    return chromium.launch({
      executablePath: execFileSync(finder, { encoding: 'utf8' }).trim(),
      // As root there is no sandbox; and nothing that asks the world outside.
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    });
  }
}
