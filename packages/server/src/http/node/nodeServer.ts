import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Answer, Incoming } from '../exchange.ts';
import type { ConnectionInfo } from '../serveRoute.ts';
import { fromNode, sendByNode } from './nodeExchange.ts';

/** How long a connection may be at what, in ms. */
export interface NodeTimes {
  /** Until the head of a request is there. */
  readonly headersMs: number;
  /** Until the whole of a request is there. */
  readonly requestMs: number;
  /** Between two requests. */
  readonly idleMs: number;
  /** From the head of a request to the last byte of its answer that the client takes. */
  readonly exchangeMs: number;
  /** How often the others are looked at: each is kept to so much. */
  readonly checkMs: number;
}

/** Slow clients must not hold connections: a body is at most 64 kB, and the largest answer is a page of the frame. */
export const usualTimes: NodeTimes = {
  headersMs: 10_000,
  requestMs: 20_000,
  idleMs: 65_000,
  exchangeMs: 60_000,
  checkMs: 1_000,
};

export interface NodeServer {
  readonly server: Server;
  /** From now on every answer ends its connection. */
  retire(): void;
  /** Takes no more connections; resolves when the requests in flight are answered, after `graceMs` at the latest. */
  close(graceMs: number): Promise<void>;
}

interface Connection {
  /** Requests that are read, and whose answer has not left. */
  inFlight: number;
  /** Since when it waits for a request, or for the end of one. */
  sinceMs: number;
  /** What had come when it was last at rest. */
  readBytes: number;
}

/**
 * Makes the HTTP server of a process. Whatever bytes come, it goes on, and each connection ends in time: a stranger who
 * could end it with one line, or hold its sockets, would keep everybody out.
 *
 * Node.js itself answers what is no HTTP (400, 431), unfinished requests (408) and CONNECT (by closing). It keeps a
 * connection for ever that sends empty lines between requests, or takes no answer: those are ended here.
 *
 * @param headBytes how long the head of a request may be. @default as long as Node.js takes, 16 kB
 */
export function createNodeServer(
  answer: (request: Incoming, info: ConnectionInfo) => Promise<Answer>,
  times: NodeTimes = usualTimes,
  headBytes?: number,
): NodeServer {
  let isRetired = false;
  const options = {
    ...(headBytes === undefined ? {} : { maxHeaderSize: headBytes }),
    headersTimeout: times.headersMs,
    requestTimeout: times.requestMs,
    keepAliveTimeout: times.idleMs,
    connectionsCheckingInterval: times.checkMs,
    // A header that comes twice is one value, which then is none of those that are expected, in place of the first.
    joinDuplicateHeaders: true,
  };
  const server = createServer(options);
  const connections = watchConnections(server, times, () => isRetired);
  server.on('request', (message, response) => {
    connections.begin(message.socket, response);
    void serve(message, response);
  });

  /** Never rejects: no one waits for it, and Node.js ends a process in which a rejection is not caught. */
  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { remoteAddress = '' } = message.socket;
      const given = await answer(fromNode(message), { remoteAddress });
      if (isRetired) response.setHeader('connection', 'close');
      sendByNode(response, given);
    } catch {
      // A fault of ours, such as a header that Node.js refuses to write.
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { connection: 'close' }).end();
    }
  }

  return {
    server,
    retire() {
      isRetired = true;
    },
    close(graceMs) {
      isRetired = true;
      return new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), graceMs);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        connections.endIdle();
      });
    },
  };
}

/** Knows of each connection whether it is at rest, and ends those that are at one thing for too long. */
function watchConnections(server: Server, times: NodeTimes, isRetired: () => boolean) {
  const open = new Map<Socket, Connection>();
  const nowMs = () => performance.now();

  server.on('connection', (socket) => {
    open.set(socket, { inFlight: 0, sinceMs: nowMs(), readBytes: 0 });
    socket.once('close', () => open.delete(socket));
  });
  function endOverdue(): void {
    const now = nowMs();
    for (const [socket, { inFlight, sinceMs }] of open) {
      // A request may begin at the end of its idle time.
      const mostMs = inFlight > 0 ? times.exchangeMs : times.idleMs + times.headersMs;
      if (now - sinceMs > mostMs) socket.destroy();
    }
  }
  server.once('listening', () => {
    const checking = setInterval(endOverdue, times.checkMs).unref();
    server.once('close', () => clearInterval(checking));
  });

  function end(socket: Socket, connection: Connection): void {
    connection.inFlight -= 1;
    connection.sinceMs = nowMs();
    if (connection.inFlight > 0) return;
    connection.readBytes = socket.bytesRead;
    if (isRetired()) socket.end();
  }

  return {
    begin(socket: Socket, response: ServerResponse): void {
      const connection = open.get(socket);
      if (!connection) return;
      if (connection.inFlight === 0) connection.sinceMs = nowMs();
      connection.inFlight += 1;
      response.once('close', () => end(socket, connection));
    },
    /** Ends those at rest. Node.js takes one that has sent nothing yet for a request under way. */
    endIdle(): void {
      for (const [socket, { inFlight, readBytes }] of open) {
        if (inFlight === 0 && socket.bytesRead === readBytes) socket.destroy();
      }
    },
  };
}
