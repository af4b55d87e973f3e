import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy between browser and hub that cuts connections on request. */
export class Proxy {
  readonly #open = new Set<Socket>();
  #cut = false;

  private constructor(private readonly server: Server) {}

  static start(port: number): Promise<Proxy> {
    return new Promise((resolve) => {
      const proxy: Proxy = new Proxy(createServer((client) => proxy.#join(client, port)));
      proxy.server.listen(0, '127.0.0.1', () => resolve(proxy));
    });
  }

  get url(): string {
    const address = this.server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  /** Closes all connections and accepts no new ones. */
  cut(): void {
    this.#cut = true;
    for (const socket of this.#open) socket.destroy();
  }

  mend(): void {
    this.#cut = false;
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  #join(client: Socket, port: number): void {
    if (this.#cut) {
      client.destroy();
      return;
    }
    const hub = connect(port, '127.0.0.1');
    for (const [socket, other] of [[client, hub], [hub, client]] as const) {
      this.#open.add(socket);
      socket.setNoDelay(true);
      socket.on('close', () => {
        this.#open.delete(socket);
        other.destroy();
      });
      socket.on('error', () => other.destroy());
      socket.pipe(other);
    }
  }
}
