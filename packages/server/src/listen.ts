import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fromNode, sendByNode } from './http/index.ts';
import type { Service } from './service.ts';
import { startError } from './startError.ts';

export interface Listener {
  /** The port, also when it was chosen by the system. */
  readonly port: number;
  /** Takes no more connections; resolves when the requests in flight are answered, after `graceMs` at the latest. */
  close(): Promise<void>;
}

/** Slow clients must not hold connections: a body is at most 64 kB. */
const serverOptions = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 65_000,
  // A header that comes twice is one value, which then is none of those that are expected, in place of the first.
  joinDuplicateHeaders: true,
};
const graceMs = 10_000;

/**
 * Listens for HTTP on one port of several addresses.
 *
 * @param options `port` 0 takes a free one; an address that this machine does not have (IPv6 off) is left out as long
 *   as one is there
 * @throws StartError when the port is taken or may not be used
 */
export async function listen(
  service: Pick<Service, 'answer' | 'close'>,
  options: { port: number; hosts: readonly string[] },
): Promise<Listener> {
  const servers: Server[] = [];
  let { port } = options;
  try {
    for (const host of options.hosts) {
      const server = await open(service, host, port);
      if (!server) continue;
      servers.push(server);
      port = (server.address() as AddressInfo).port;
    }
    if (servers.length === 0)
      throw startError(`No address of LATCHKEY_BIND is one of this machine's: ${options.hosts.join(', ')}`);
  } catch (error) {
    await Promise.all(servers.map((server) => closeServer(server)));
    throw error;
  }
  return {
    port,
    async close() {
      await Promise.all([...servers.map(closeServer), service.close()]);
    },
  };
}

/** The listening server, or null where the machine has no such address. */
function open(service: Pick<Service, 'answer'>, host: string, port: number): Promise<Server | null> {
  const server = createServer(serverOptions, async (message, response) => {
    const { remoteAddress = '' } = message.socket;
    const answer = await service.answer(fromNode(message), { remoteAddress });
    try {
      sendByNode(response, answer);
    } catch {
      response.destroy(); // a header that Node.js refuses to write must not end the process
    }
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(null);
      else reject(toStartError(error, host, port));
    });
    server.listen(port, host, () => resolve(server));
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

/** Idle connections end at once, busy ones after their answer, all after the grace. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
