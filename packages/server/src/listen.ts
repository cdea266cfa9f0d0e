import type { AddressInfo } from 'node:net';
import { createNodeServer, type NodeServer, type NodeTimes, usualTimes } from './http/index.ts';
import type { Service } from './service.ts';
import { startError } from './startError.ts';

export interface Listener {
  /** The port, including one that the system chose. */
  readonly port: number;
  /**
   * Makes `/readyz` answer 503, and ends each connection with its next answer. Resolves after `drainMs`.
   *
   * @param options `isReplaced`: another process listens on the port too. Then this one accepts no more connections
   *   and leaves `/readyz` as it is, because a load balancer must not turn away from both. Resolves when the open
   *   connections have ended with an answer, after 2 s at the latest
   */
  retire(options?: StopOptions): Promise<void>;
  /**
   * Retires first, unless `retire` was called before. Then accepts no more connections and ends idle ones, and after
   * `graceMs` those with unanswered requests. Resolves when all have ended and the service is closed.
   */
  close(): Promise<void>;
}

/** Circumstances under which a process stops. */
export interface StopOptions {
  /** True if another process listens on the same port, and takes this one's place. @default false */
  readonly isReplaced?: boolean;
}

export type Answering = Pick<Service, 'answer' | 'close' | 'retire'>;

export interface ListenOptions {
  /** 0 picks a free port. */
  readonly port: number;
  readonly hosts: readonly string[];
  /** Variables that set `port` and `hosts`, for errors. @default LATCHKEY_PORT and LATCHKEY_BIND */
  readonly variables?: { readonly port: string; readonly hosts: string };
  /** Time for which a stopping process still accepts connections, so that load balancers notice first. @default 0 */
  readonly drainMs?: number;
  /** Time that requests in flight get after the listener stopped accepting connections. @default 10 s */
  readonly graceMs?: number;
  /** Time limits of a connection. @default `usualTimes` */
  readonly times?: NodeTimes;
  /** Maximum size of a request's head, including its URL, in bytes. @default 16 kB */
  readonly headBytes?: number;
}

const usualVariables = { port: 'LATCHKEY_PORT', hosts: 'LATCHKEY_BIND' };

/** Usual time for requests in flight at a stop, in ms. */
export const usualGraceMs = 10_000;

/** Time in which the open connections of a replaced process end with an answer, in ms. Then idle ones are ended. */
const replacedDrainMs = 2_000;

/** Returns the longest time in which a process stops, in ms, with some reserve. */
export const longestStopMs = (drainMs: number) => Math.max(drainMs, replacedDrainMs) + 2 * usualGraceMs;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Listens for HTTP on one port of several addresses.
 *
 * @param options `port` 0 picks a free port; an address that this machine does not have (IPv6 off) is left out if
 *   at least one other exists
 * @throws StartError if the port is taken or may not be used, or if this machine has none of the addresses
 */
export async function listen(service: Answering, options: ListenOptions): Promise<Listener> {
  const servers: NodeServer[] = [];
  const { drainMs = 0, graceMs = usualGraceMs, times = usualTimes, variables = usualVariables } = options;
  let { port } = options;
  try {
    for (const host of options.hosts) {
      const server = createNodeServer(service.answer, times, options.headBytes);
      const opened = await open(server, host, port, variables.port);
      if (!opened) continue;
      servers.push(opened);
      port = (opened.server.address() as AddressInfo).port;
    }
    if (servers.length === 0)
      throw startError(
        `No address of ${variables.hosts} is one of this machine's: ${options.hosts.join(', ')}`,
      );
  } catch (error) {
    await Promise.all(servers.map((server) => server.close(0)));
    throw error;
  }
  let retired: Promise<void> | null = null;
  async function drain(): Promise<void> {
    service.retire();
    for (const server of servers) server.retire();
    if (drainMs > 0) await wait(drainMs);
  }
  async function leave(): Promise<void> {
    const ended = Promise.all(servers.map((server) => server.stopAccepting()));
    await Promise.race([ended, wait(replacedDrainMs)]);
  }
  const retire = ({ isReplaced = false }: StopOptions = {}) => {
    retired ??= isReplaced ? leave() : drain();
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

/** Resolves to the server once it listens, or to null if the machine does not have the address. */
function open(opened: NodeServer, host: string, port: number, variable: string): Promise<NodeServer | null> {
  const { server } = opened;
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(null);
      else reject(toStartError(error, host, port, variable));
    });
    server.listen(port, host, () => resolve(opened));
  });
}

function toStartError(error: NodeJS.ErrnoException, host: string, port: number, variable: string): Error {
  if (error.code === 'EADDRINUSE') {
    return startError(
      `Port ${port} is taken on ${host}. Stop the program that has it, or set ${variable} to another one.`,
    );
  }
  if (error.code === 'EACCES') {
    return startError(`Port ${port} may not be used by this user. Set ${variable} to one above 1023.`);
  }
  return error;
}
