import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** How long a connection may be at what, in ms. */
export interface ListenerTimes {
  /** Until the head of a request is there. */
  readonly headersMs: number;
  /** From its first byte to its last. */
  readonly lifeMs: number;
  /** How often the first is looked at. */
  readonly checkMs: number;
}

const usualTimes: ListenerTimes = { headersMs: 10_000, lifeMs: 60_000, checkMs: 1_000 };

/** Takes a connection that changes to another protocol, or says that it does not. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;

/**
 * Makes an HTTP server for one machine's own use. Each connection carries one exchange and has one end, so that no bytes
 * hold it: anyone who develops opens pages of strangers, and those may call what listens on this machine.
 *
 * @param upgrade gets requests to change to WebSocket; without it they are refused
 */
export function createListener(
  answer: RequestListener,
  times: ListenerTimes = usualTimes,
  upgrade: Upgrade = () => false,
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
  server.on('upgrade', (request, socket, head) => {
    if (!upgrade(request, socket, head)) socket.destroy();
    // It lives as long as the protocol that it changed to says.
    else clearTimeout(ends.get(socket));
  });
  return server;
}
