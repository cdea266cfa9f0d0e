import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { isLoopback } from '../loopback.ts';
import { createRelay, type RelayFaults } from './createRelay.ts';
import type { RelayMessage } from './mailbox.ts';
import { readToken } from './readToken.ts';

/** The relay, and what is wrong with it. */
export interface WalletConnect {
  readonly faults: RelayFaults & {
    /** Ends every connection and lets none in, until it is told otherwise. */
    setDown(isDown: boolean): void;
    /** Ends every connection, once. */
    cut(): void;
  };
  /** Every message that is kept, sealed as it came. */
  messages(): RelayMessage[];
  /** The project that each connection named. */
  projects(): string[];
  /** How many topics the connections listen to, all together. */
  listening(): number;
  /** Takes a request to change to WebSocket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): void;
}

/** Node.js clients end a connection that is silent for 35 s. */
const pingMs = 20_000;
const maxWires = 200;
/** A sealed message is a few kB; a transaction with its data may be more. */
const maxMessageBytes = 512 * 1024;

/** WalletConnect's relay under `/walletconnect`. */
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
    // What is too long or no WebSocket ends the connection; the relay goes on.
    socket.on('error', () => socket.terminate());
  }

  async function admit(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
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
    server.handleUpgrade(request, socket, head, (open) => {
      projects.set(open, project);
      serve(open, client);
    });
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
    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy());
      admit(request, socket, head).catch(() => refuse(socket, 400));
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

function refuse(socket: Duplex, status: keyof typeof reasons): void {
  socket.end(`HTTP/1.1 ${status} ${reasons[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
