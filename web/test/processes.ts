import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const JAVA = join(execFileSync(join(ROOT, 'build', 'find-jdk'), { encoding: 'utf8' }).trim(), 'bin', 'java');
/** The packaged command; LIVEKUBE_CLASSPATH overrides its class path. */
const COMMAND = process.env.LIVEKUBE_CLASSPATH
  ? ['-cp', process.env.LIVEKUBE_CLASSPATH, 'io.livekube.cli.Main']
  : ['-jar', join(ROOT, 'cli', 'target', 'livekube.jar')];

/** Its message when it is ready, up to the end of the line, since output arrives in pieces. */
const SERVING = / serving +(http\S+)\s/;

/** A `livekube` process, which is stopped after the tests. */
export class LivekubeProcess {
  #said = '';

  private constructor(private readonly child: ChildProcess) {
    const hear = (data: Buffer) => (this.#said += data.toString());
    child.stdout!.on('data', hear);
    child.stderr!.on('data', hear);
  }

  /** Starts it, and waits until it reports that it is ready. */
  static async start(...args: string[]): Promise<LivekubeProcess> {
    const flags = ['-Xmx600m', '-XX:+UseSerialGC', '--enable-native-access=ALL-UNNAMED', '--sun-misc-unsafe-memory-access=allow'];
    const process = new LivekubeProcess(spawn(JAVA, [...flags, ...COMMAND, ...args], { stdio: ['ignore', 'pipe', 'pipe'] }));
    try {
      if (args[0] !== 'agent') await eventually(`livekube ${args[0]} to serve`, () => SERVING.test(process.#said) || process.#failed());
    } catch (error) {
      await process.stop('SIGKILL');
      throw error;
    }
    return process;
  }

  #failed(): false {
    if (this.child.exitCode !== null) throw new Error(`livekube exited: ${this.#said}`);
    return false;
  }

  url(): string {
    return SERVING.exec(this.#said)![1]!;
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill(signal);
    await ended;
  }
}

/** Temporary files of one run. */
export class Scratch {
  readonly #folder = mkdtempSync(join(tmpdir(), 'livekube-web-'));

  path(name: string): string {
    return join(this.#folder, name);
  }

  write(name: string, content: string): string {
    writeFileSync(this.path(name), content, { mode: 0o600 });
    return this.path(name);
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/**
 * A free port for a hub that is restarted on the same port. It is below the ephemeral range, so that no other process gets it
 * by chance while the hub is down, and outside the range that the Java tests use.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = 10_000 + Math.floor(Math.random() * 5_000);
    if (await isFree(port)) return port;
  }
  throw new Error('no free port');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Generous timeout for conditions that take moments on an idle machine. */
export const PATIENCE_MS = 120_000;

export async function eventually(what: string, holds: () => boolean | Promise<boolean>, withinMs = PATIENCE_MS): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`timed out after ${withinMs / 1000} s waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
