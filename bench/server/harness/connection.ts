import { connect, type Socket } from 'node:net';

interface Reply {
  status: number;
  text: string;
}

/** Sends a JSON body (or a GET without one) over the client's own connection. */
export type Send = (
  url: string,
  options: { headers?: Record<string, string>; body?: unknown },
) => Promise<Reply>;

interface Waiting {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

/**
 * Opens a kept-alive HTTP/1.1 connection (RFC 9112) that carries one request after the other. A general HTTP client
 * would use CPU that the server needs on the same machine. This client reads only the parts that the bench uses.
 * Texts of replies are read as Latin-1, whose length is their number of bytes.
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
    // The cause does not matter, because the close event that follows rejects the pending request.
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

/** Returns the reply in the received text, with a length or in chunks, or null if it is incomplete. */
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

/** Joins chunks (RFC 9112 §7.1), without extensions and trailers. */
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
