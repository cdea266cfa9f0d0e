import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { OutboundRequest, OutboundResult } from './createOutbound.ts';
import { hostOf } from './urlProblem.ts';

/**
 * Sends one request to addresses that were checked, and reads the answer within its limits.
 *
 * An attacker's DNS could answer a second lookup differently from the checked one (DNS rebinding). So the connection
 * goes only to `addresses`. The name is in the `Host` header and TLS's server name, and the certificate is checked
 * against it.
 *
 * @throws Error if the other side cannot be reached or closes the connection, and when `signal` aborts
 */
export function exchange(
  url: URL,
  addresses: readonly string[],
  request: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundResult> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const host = hostOf(url);
  return new Promise((resolve, reject) => {
    const sent = send({
      method: request.method,
      host,
      port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port),
      path: `${url.pathname}${url.search}`,
      headers: {
        ...request.headers,
        host: url.host,
        ...(request.body === undefined ? {} : { 'content-length': Buffer.byteLength(request.body) }),
      },
      // Reuses no connection, because its address was checked for another request.
      agent: false,
      lookup: lookupOf(addresses),
      signal,
    });
    sent.once('error', reject);
    sent.once('response', (response) => {
      readAnswer(response, request.maxBytes).then(resolve, reject);
    });
    sent.end(request.body);
  });
}

/** Replaces the resolver: returns the checked addresses, whatever the name resolves to now. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }));
  return (host, options, callback) => {
    const [first] = entries;
    if (!first) callback(Object.assign(new Error(`No address of ${host}`), { code: 'ENOTFOUND' }), '');
    else if (options.all) callback(null, entries);
    else callback(null, first.address, first.family);
  };
}

async function readAnswer(response: IncomingMessage, maxBytes: number): Promise<OutboundResult> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    if (maxBytes > 0) {
      for await (const chunk of response as AsyncIterable<Buffer>) {
        length += chunk.length;
        if (length > maxBytes) return { answer: null, failure: 'too_large' };
        chunks.push(chunk);
      }
    }
  } finally {
    response.destroy();
  }
  const body = new Uint8Array(Buffer.concat(chunks));
  return { answer: { status: response.statusCode ?? 0, headers: response.headers, body }, failure: null };
}
