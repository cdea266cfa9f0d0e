import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Time limits of a connection, in ms. */
export interface ListenerTimes {
  /** Maximum time until the headers of a request are complete. */
  readonly headersMs: number;
  /** Maximum lifetime of a connection. */
  readonly lifeMs: number;
  /** Interval at which the header timeout is checked. */
  readonly checkMs: number;
}

const usualTimes: ListenerTimes = { headersMs: 10_000, lifeMs: 60_000, checkMs: 1_000 };

/** Handles an upgrade to another protocol, or refuses it. Resolves to true if it took the connection over. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<boolean>;

/**
 * Creates an HTTP server for local use. Developers open untrusted pages, and those pages can call servers on this
 * machine. A connection that `upgrade` does not take over therefore closes after one response, and at the latest after
 * its maximum lifetime.
 *
 * @param upgrade receives WebSocket upgrades; without it they are refused
 */
export function createListener(
  answer: RequestListener,
  times: ListenerTimes = usualTimes,
  upgrade: Upgrade = refuseUpgrade,
): Server {
  const options = { headersTimeout: times.headersMs, connectionsCheckingInterval: times.checkMs };
  const server = createServer(options, (request, response) => {
    response.setHeader('connection', 'close');
    answer(request, response);
  });
  const ends = new WeakMap<Duplex, NodeJS.Timeout>();
  server.on('connection', (socket) => {
    const end = setTimeout(() => socket.destroy(), times.lifeMs).unref();
    ends.set(socket, end);
    socket.once('close', () => clearTimeout(end));
  });
  server.on('upgrade', async (request, socket, head) => {
    // An upgraded connection has no maximum lifetime here. Its protocol decides. A refused one keeps its maximum,
    // because its client may keep its side open.
    if (await upgrade(request, socket, head)) clearTimeout(ends.get(socket));
  });
  return server;
}

/** Refuses an upgrade without an answer. */
export const refuseUpgrade: Upgrade = async (_, socket) => {
  socket.destroy();
  return false;
};
