import type { AddressInfo } from 'node:net';
import { createNodeServer, type NodeServer, type NodeTimes, usualTimes } from './http/index.ts';
import type { Service } from './service.ts';
import { startError } from './startError.ts';

export interface Listener {
  /** The port, also when it was chosen by the system. */
  readonly port: number;
  /** From now on `/readyz` answers 503, and every answer ends its connection. Resolves after `drainMs`. */
  retire(): Promise<void>;
  /**
   * Retires, if it has not; then takes no more connections, and ends idle ones. Resolves when the requests in flight are
   * answered, `graceMs` later at the latest.
   */
  close(): Promise<void>;
}

/** What listens answers by it. */
export type Answering = Pick<Service, 'answer' | 'close' | 'retire'>;

export interface ListenOptions {
  /** 0 takes a free one. */
  readonly port: number;
  readonly hosts: readonly string[];
  /** How long a stop still takes connections, so that balancers hear of it first. @default 0 */
  readonly drainMs?: number;
  /** How long requests in flight may take once it has begun. @default 10 s */
  readonly graceMs?: number;
  /** How long a connection may be at what. @default `usualTimes` */
  readonly times?: NodeTimes;
  /** How long the head of a request may be, address and all. @default 16 kB */
  readonly headBytes?: number;
}

/** Requests take a few seconds at most; a transaction may take twenty, but only where the database hangs. */
export const usualGraceMs = 10_000;

/**
 * Listens for HTTP on one port of several addresses.
 *
 * @param options `port` 0 takes a free one; an address that this machine does not have (IPv6 off) is left out as long
 *   as one is there
 * @throws StartError when the port is taken or may not be used
 */
export async function listen(service: Answering, options: ListenOptions): Promise<Listener> {
  const servers: NodeServer[] = [];
  const { drainMs = 0, graceMs = usualGraceMs, times = usualTimes } = options;
  let { port } = options;
  try {
    for (const host of options.hosts) {
      const opened = await open(createNodeServer(service.answer, times, options.headBytes), host, port);
      if (!opened) continue;
      servers.push(opened);
      port = (opened.server.address() as AddressInfo).port;
    }
    if (servers.length === 0)
      throw startError(`No address of LATCHKEY_BIND is one of this machine's: ${options.hosts.join(', ')}`);
  } catch (error) {
    await Promise.all(servers.map((server) => server.close(0)));
    throw error;
  }
  let retired: Promise<void> | null = null;
  const retire = () => {
    retired ??= (async () => {
      service.retire();
      for (const server of servers) server.retire();
      if (drainMs > 0) await new Promise((resolve) => setTimeout(resolve, drainMs));
    })();
    return retired;
  };
  return {
    port,
    retire,
    async close() {
      await retire();
      await Promise.all([...servers.map((server) => server.close(graceMs)), service.close()]);
    },
  };
}

/** The server once it listens, or null where the machine has no such address. */
function open(opened: NodeServer, host: string, port: number): Promise<NodeServer | null> {
  const { server } = opened;
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(null);
      else reject(toStartError(error, host, port));
    });
    server.listen(port, host, () => resolve(opened));
  });
}

function toStartError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return startError(
      `Port ${port} is taken on ${host}. Stop the program that has it, or set LATCHKEY_PORT to another one.`,
    );
  }
  if (error.code === 'EACCES') {
    return startError(`Port ${port} may not be used by this user. Set LATCHKEY_PORT to one above 1023.`);
  }
  return error;
}
