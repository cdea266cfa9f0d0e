import { connect, type Socket } from 'node:net';

interface Reply {
  status: number;
  text: string;
}

/** Sends a JSON body (none: a GET) over the client's own connection. */
export type Send = (
  url: string,
  options: { headers?: Record<string, string>; body?: unknown },
) => Promise<Reply>;

interface Waiting {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

/**
 * A connection of HTTP/1.1 (RFC 9112) that is kept alive and carries one request after the other. A general client
 * costs half of what a server's answer does, on the CPUs that the servers need; this one reads no more than the bench
 * looks at. Texts of replies are taken as Latin-1, which is as long as its bytes.
 */
export function openConnection(): { send: Send; close(): void } {
  let socket: Socket | null = null;
  let waiting: Waiting | null = null;
  let received = '';

  function open({ hostname, port }: URL): Socket {
    const opened = connect(Number(port), hostname).setEncoding('latin1').setNoDelay(true);
    opened.on('data', (chunk: string) => {
      received += chunk;
      const reply = readReply(received);
      if (!reply) return;
      received = '';
      waiting?.resolve(reply);
      waiting = null;
    });
    // What broke it does not matter: the close that follows tells anyone who waits.
    opened.on('error', () => undefined);
    opened.on('close', () => {
      socket = null;
      received = '';
      waiting?.reject(new Error('The server closed the connection'));
      waiting = null;
    });
    return opened;
  }

  const send: Send = (address, options) =>
    new Promise((resolve, reject) => {
      const url = new URL(address);
      socket ??= open(url);
      waiting = { resolve, reject };
      socket.write(toRequest(url, options));
    });
  return { send, close: () => socket?.destroy() };
}

function toRequest(url: URL, { headers = {}, body }: Parameters<Send>[1]): string {
  const sent = body === undefined ? '' : JSON.stringify(body);
  let head = `${body === undefined ? 'GET' : 'POST'} ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\n`;
  for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`;
  if (body !== undefined) {
    head += `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(sent)}\r\n`;
  }
  return `${head}\r\n${sent}`;
}

/** The reply in what was received so far, with a length or in chunks; null while it is not all there. */
function readReply(received: string): Reply | null {
  const headLength = received.indexOf('\r\n\r\n') + 4;
  if (headLength < 4) return null;
  const head = received.slice(0, headLength);
  const body = received.slice(headLength);
  const status = Number(head.slice(9, 12));
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (length !== undefined) return body.length < Number(length) ? null : { status, text: body };
  return body.endsWith('0\r\n\r\n') ? { status, text: joinChunks(body) } : null;
}

/** RFC 9112 §7.1, without extensions and trailers. */
function joinChunks(body: string): string {
  let text = '';
  let at = 0;
  for (;;) {
    const begin = body.indexOf('\r\n', at) + 2;
    const length = Number.parseInt(body.slice(at, begin), 16);
    if (!(length > 0)) return text;
    text += body.slice(begin, begin + length);
    at = begin + length + 2;
  }
}
