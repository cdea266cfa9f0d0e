import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Answer, Incoming } from '../exchange.ts';
import type { ConnectionInfo } from '../serveRoute.ts';
import { fromNode, sendByNode } from './nodeExchange.ts';

/** Time limits of a connection, in ms. */
export interface NodeTimes {
  /** Until the head of a request is complete. */
  readonly headersMs: number;
  /** Until a whole request is complete. */
  readonly requestMs: number;
  /** Between two requests. */
  readonly idleMs: number;
  /** From the head of a request until the operating system has taken the last byte of the answer to send it. */
  readonly exchangeMs: number;
  /** Interval at which connections are checked. */
  readonly checkMs: number;
}

/** Limits that keep slow clients from holding connections. */
export const usualTimes: NodeTimes = {
  headersMs: 10_000,
  requestMs: 20_000,
  idleMs: 65_000,
  exchangeMs: 60_000,
  checkMs: 1_000,
};

export interface NodeServer {
  readonly server: Server;
  /** Makes each answer from now on close its connection. */
  retire(): void;
  /**
   * Retires, and accepts no more connections. Resolves when all connections have ended, each after its next answer or
   * at a time limit.
   */
  stopAccepting(): Promise<void>;
  /**
   * Stops accepting connections and ends idle ones, after the requests that have already reached this machine were
   * read. Resolves when all requests are answered, or soon after `graceMs`.
   */
  close(graceMs: number): Promise<void>;
}

interface Connection {
  /** Number of requests that were read but not yet answered. */
  inFlight: number;
  /** Start of the wait for a request, or of the current exchange. */
  sinceMs: number;
  /** Number of bytes that had arrived when the connection was last idle. */
  readBytes: number;
}

/**
 * Creates the HTTP server of a process. An attacker could try to end the process with a malformed request, or to use
 * up its sockets. Node.js itself answers malformed requests (400, 431), unfinished ones (408) and CONNECT (by
 * closing). It would keep a connection forever if the client sends empty lines between requests or does not read its
 * answer. This server ends such connections.
 *
 * @param headBytes longest head of a request. @default the limit of Node.js, 16 kB
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
    // For some headers, Node.js would otherwise keep only the first of two, and a proxy could have read the other.
    joinDuplicateHeaders: true,
  };
  const server = createServer(options);
  // Node.js calls this function in `close`, and would end kept connections on which a request may be on its way.
  // `endIdle` ends them later.
  server.closeIdleConnections = () => undefined;
  const connections = watchConnections(server, times, () => isRetired);
  server.on('request', (message, response) => {
    connections.begin(message.socket, response);
    void serve(message, response);
  });

  /** Must not reject, because it is not awaited: an uncaught rejection would end the process. */
  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { remoteAddress = '' } = message.socket;
      const given = await answer(fromNode(message), { remoteAddress });
      if (isRetired) response.setHeader('connection', 'close');
      sendByNode(response, given);
    } catch {
      // A fault of the service, such as a header that Node.js refuses to write.
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { connection: 'close' }).end();
    }
  }

  let closed: Promise<void> | null = null;
  function stopAccepting(): Promise<void> {
    isRetired = true;
    closed ??= new Promise((resolve) => server.close(() => resolve()));
    return closed;
  }

  return {
    server,
    retire() {
      isRetired = true;
    },
    stopAccepting,
    async close(graceMs) {
      isRetired = true;
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await connections.takeReceived();
      const ended = stopAccepting();
      await connections.takeReceived();
      connections.endIdle();
      await ended;
      clearTimeout(timer);
    },
  };
}

/** Longest queue of connections that the operating system keeps for a Node.js server, by default. */
const backlog = 511;

function watchConnections(server: Server, times: NodeTimes, isRetired: () => boolean) {
  const open = new Map<Socket, Connection>();
  let accepted = 0;
  const nowMs = () => performance.now();

  server.on('connection', (socket) => {
    accepted += 1;
    open.set(socket, { inFlight: 0, sinceMs: nowMs(), readBytes: 0 });
    socket.once('close', () => open.delete(socket));
  });
  function endOverdue(): void {
    const now = nowMs();
    for (const [socket, { inFlight, sinceMs }] of open) {
      // A request may begin at the end of the idle time, and then has the time for its head.
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
    /**
     * Accepts the connections and reads the requests that have already reached this machine. Closing a socket before
     * would reset them. Node.js accepts one connection in each turn of its event loop. Three turns without one suffice:
     * the first may be half over, the second accepts, the third reads.
     */
    async takeReceived(): Promise<void> {
      let quietTurns = 0;
      for (let turn = 0; turn < backlog && quietTurns < 3; turn += 1) {
        const before = accepted;
        await new Promise(setImmediate);
        quietTurns = accepted === before ? quietTurns + 1 : 0;
      }
    },
    /** Ends idle connections, including those that have not sent anything yet, which Node.js would count as busy. */
    endIdle(): void {
      for (const [socket, { inFlight, readBytes }] of open) {
        if (inFlight === 0 && socket.bytesRead === readBytes) socket.destroySoon();
      }
    },
  };
}
