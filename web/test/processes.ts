import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const JAVA = join(execFileSync(join(ROOT, 'build', 'find-jdk'), { encoding: 'utf8' }).trim(), 'bin', 'java');
/** The command as the build packs it; LIVEKUBE_CLASSPATH takes classes from elsewhere. */
const COMMAND = process.env.LIVEKUBE_CLASSPATH
  ? ['-cp', process.env.LIVEKUBE_CLASSPATH, 'io.livekube.cli.Main']
  : ['-jar', join(ROOT, 'cli', 'target', 'livekube.jar')];

/** A `livekube` process; ends with the tests. */
export class LivekubeProcess {
  #said = '';

  private constructor(private readonly child: ChildProcess) {
    const hear = (data: Buffer) => (this.#said += data.toString());
    child.stdout!.on('data', hear);
    child.stderr!.on('data', hear);
  }

  /** Starts it, and waits until it says that it serves. */
  static async start(...args: string[]): Promise<LivekubeProcess> {
    const flags = ['-Xmx600m', '-XX:+UseSerialGC', '--enable-native-access=ALL-UNNAMED', '--sun-misc-unsafe-memory-access=allow'];
    const process = new LivekubeProcess(spawn(JAVA, [...flags, ...COMMAND, ...args], { stdio: ['ignore', 'pipe', 'pipe'] }));
    if (args[0] !== 'agent') await eventually(`livekube ${args[0]} to serve`, () => / serving +http/.test(process.#said) || process.#failed());
    return process;
  }

  #failed(): false {
    if (this.child.exitCode !== null) throw new Error(`livekube ended: ${this.#said}`);
    return false;
  }

  url(): string {
    return / serving +(\S+)/.exec(this.#said)![1]!;
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill(signal);
    await ended;
  }
}

/** Files for one run, gone with it. */
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

/** A port that was free a moment ago: a hub that is started again needs the one it had. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}

export async function eventually(what: string, holds: () => boolean | Promise<boolean>, withinMs = 40_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited ${withinMs / 1000} s in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
