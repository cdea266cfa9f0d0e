import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Proxy before a database that can stop forwarding without closing a connection, like a network that hangs. */
export interface Freezer {
  readonly url: string;
  freeze(): void;
  close(): Promise<void>;
}

/** Listens on loopback and forwards connections to a PostgreSQL server. */
export async function startFreezer(databaseUrl: string): Promise<Freezer> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((client) => {
    const database = connect(Number(target.port || 5432), target.hostname);
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket);
      socket.on('data', (bytes) => {
        if (!isFrozen) other.write(bytes);
      });
      socket.on('error', () => undefined); // a close event follows
      socket.on('close', () => {
        sockets.delete(socket);
        if (!isFrozen) other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    freeze() {
      isFrozen = true;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
