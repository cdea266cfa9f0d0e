import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits, ServiceError } from '@latchkey/wire';
import { type Answer, type Incoming, readTarget } from '../exchange.ts';

/**
 * Reads a request of Node.js. The server must join duplicate headers (`joinDuplicateHeaders`), like the Fetch
 * standard.
 */
export function fromNode(message: IncomingMessage): Incoming {
  const { headers, method = '', url = '' } = message;
  const { path, query } = readTarget(url);
  return {
    method,
    path,
    query,
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

/** Reads a body with listeners, because iterating over the stream would cost more on every request. */
function readText(message: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    message.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      // Later bytes are discarded, until the server's time limit for a request.
      if (bytes > limits.bodyBytes) reject(new ServiceError('request_too_large'));
      else chunks.push(chunk);
    });
    message.on('end', () => resolve(chunks.length === 1 ? String(chunks[0]) : String(Buffer.concat(chunks))));
    message.on('close', () => {
      if (!message.complete) reject(new ServiceError('invalid_data', { message: 'The body breaks off' }));
    });
    message.on('error', () => undefined); // a close event follows
  });
}

/** Writes an answer. Node.js itself omits the body for HEAD. */
export function sendByNode(response: ServerResponse, { status, headers, body }: Answer): void {
  if (body === null) {
    response.writeHead(status, headers).end();
    return;
  }
  headers['content-length'] = String(Buffer.byteLength(body));
  response.writeHead(status, headers).end(body);
}
