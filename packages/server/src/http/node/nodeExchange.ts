import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits, ServiceError } from '@latchkey/wire';
import { type Answer, type Incoming, readTarget } from '../exchange.ts';

/** A request of Node.js. A server must join headers that come twice (`joinDuplicateHeaders`), as the Fetch standard does. */
export function fromNode(message: IncomingMessage): Incoming {
  const { headers, method = '', url = '' } = message;
  return {
    method,
    ...readTarget(url),
    host: headers.host ?? null,
    headers: {
      get(name) {
        const value = headers[name];
        return Array.isArray(value) ? value.join(', ') : (value ?? null);
      },
    },
    readText: () => readText(message),
  };
}

/** Listens by hand: iterating over a stream costs several times as much, on every request. */
function readText(message: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    message.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      // What is left of it is read past, for as long as the server waits for a request.
      if (bytes > limits.bodyBytes) reject(new ServiceError('request_too_large'));
      else chunks.push(chunk);
    });
    message.on('end', () => resolve(chunks.length === 1 ? String(chunks[0]) : String(Buffer.concat(chunks))));
    message.on('close', () => {
      if (!message.complete) reject(new ServiceError('invalid_data', { message: 'The body breaks off' }));
    });
    message.on('error', () => undefined); // a close follows
  });
}

/** Writes an answer. Node.js leaves the body of an answer to HEAD out by itself. */
export function sendByNode(response: ServerResponse, { status, headers, body }: Answer): void {
  if (body === null) {
    response.writeHead(status, headers).end();
    return;
  }
  headers['content-length'] = String(Buffer.byteLength(body));
  response.writeHead(status, headers).end(body);
}
