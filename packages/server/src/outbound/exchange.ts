import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { OutboundRequest, OutboundResult } from './createOutbound.ts';
import { hostOf } from './urlProblem.ts';

/**
 * Sends one request to addresses that were checked, and reads the answer within its limits.
 *
 * The name goes into the `Host` header, TLS's server name and the check of the certificate; the connection goes to
 * `addresses` alone. A second look-up could answer otherwise than the one that was checked (DNS rebinding).
 *
 * @throws Error when the other side cannot be reached or breaks off, and when `signal` aborts
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
      // No connection is kept: a kept one would be to an address that was checked for another call.
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

/** Stands in for the resolver: the addresses that were checked, whatever the name says now. */
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
