import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  readonly url: string;
  /** Sends new connections to a port from now on. Null closes open and new connections. */
  lead(port: number | null): void;
  close(): Promise<void>;
}

export async function startTcpProxy(): Promise<TcpProxy> {
  const open = new Set<Socket>();
  let target: number | null = null;
  const server = createServer((caller) => {
    if (target === null) {
      caller.destroy();
      return;
    }
    const store = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [caller, store],
      [store, caller],
    ] as const) {
      open.add(socket);
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const breakAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead(port) {
      target = port;
      if (port === null) breakAll();
    },
    close() {
      breakAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
