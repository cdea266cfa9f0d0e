import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { isLoopback } from '../loopback.ts';
import { createRelay, type RelayFaults } from './createRelay.ts';
import type { RelayMessage } from './mailbox.ts';
import { readToken } from './readToken.ts';

export interface WalletConnect {
  readonly faults: RelayFaults & {
    /** True ends every connection and refuses new ones, until it is called with false. */
    setDown(isDown: boolean): void;
    /** Ends every connection once. */
    cut(): void;
  };
  /** Returns all stored messages, encrypted as they were received. */
  messages(): RelayMessage[];
  /** Returns the project id of each connection. */
  projects(): string[];
  /** Returns the total number of topics that the connections are subscribed to. */
  listening(): number;
  /** Connects a client, or refuses it. Resolves to true if it is connected. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<boolean>;
  close(): void;
}

/** Interval of pings, in ms. Node.js clients end a connection that is silent for 35 s. */
const pingMs = 20_000;
const maxWires = 200;
/** Maximum size of a message. */
const maxMessageBytes = 512 * 1024;

/** Creates WalletConnect's relay under `/walletconnect`. */
export function createWalletConnect(now: () => number = Date.now): WalletConnect {
  const relay = createRelay(now);
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes });
  const alive = setInterval(() => {
    for (const socket of server.clients) socket.ping();
  }, pingMs).unref();
  const projects = new Map<WebSocket, string>();
  let isDown = false;

  function serve(socket: WebSocket, client: string): void {
    const wire = relay.join(client, (text) => socket.send(text));
    socket.on('message', (data) => wire.hear(String(data)));
    socket.on('close', () => {
      projects.delete(socket);
      wire.leave();
    });
    // An oversized message or invalid WebSocket frame ends the connection, and the relay keeps running.
    socket.on('error', () => socket.terminate());
  }

  async function admit(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<boolean> {
    const { host = '' } = request.headers;
    const url = new URL(request.url ?? '', `ws://${host}`);
    if (!isLoopback(url.hostname)) return refuse(socket, 421);
    if (isDown || server.clients.size >= maxWires) return refuse(socket, 503);
    const project = url.searchParams.get('projectId');
    if (!project) return refuse(socket, 401);
    const shown =
      url.searchParams.get('auth') ?? request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    const client = await readToken(shown, `ws://${host}${url.pathname}`, now());
    if (client === null) return refuse(socket, 401);
    let isOpen = false; // a malformed handshake is refused by the library, which then calls nothing
    server.handleUpgrade(request, socket, head, (open) => {
      isOpen = true;
      projects.set(open, project);
      serve(open, client);
    });
    return isOpen;
  }

  const cut = () => {
    for (const socket of server.clients) socket.terminate();
  };

  return {
    faults: {
      ...relay.faults,
      cut,
      setDown(next) {
        isDown = next;
        if (isDown) cut();
      },
    },
    messages: relay.messages,
    projects: () => [...projects.values()],
    listening: relay.listening,
    async upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy());
      return admit(request, socket, head).catch(() => refuse(socket, 400));
    },
    close() {
      clearInterval(alive);
      cut();
      server.close();
    },
  };
}

const reasons = {
  400: 'Bad Request',
  401: 'Unauthorized',
  421: 'Misdirected Request',
  503: 'Service Unavailable',
} as const;

function refuse(socket: Duplex, status: keyof typeof reasons): false {
  socket.end(`HTTP/1.1 ${status} ${reasons[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  return false;
}
