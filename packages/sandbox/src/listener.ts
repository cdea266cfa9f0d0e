import { createServer, type RequestListener, type Server } from 'node:http';

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

/**
 * Makes an HTTP server for one machine's own use. Each connection carries one exchange and has one end, so that no bytes
 * hold it: anyone who develops opens pages of strangers, and those may call what listens on this machine.
 */
export function createListener(answer: RequestListener, times: ListenerTimes = usualTimes): Server {
  const options = { headersTimeout: times.headersMs, connectionsCheckingInterval: times.checkMs };
  const server = createServer(options, (request, response) => {
    response.setHeader('connection', 'close');
    answer(request, response);
  });
  server.on('connection', (socket) => {
    const end = setTimeout(() => socket.destroy(), times.lifeMs).unref();
    socket.once('close', () => clearTimeout(end));
  });
  return server;
}
