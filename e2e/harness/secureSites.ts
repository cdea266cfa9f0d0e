import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { createCertificate } from './certificate.ts';

/** Sites with names and TLS, in front of servers on loopback: what a browser calls by these names comes here. */
export interface SecureSites {
  close(): Promise<void>;
}

/**
 * Stands where an operator's proxy stands: ends TLS and passes each request on with its `Host` header.
 *
 * @param ports - For each host name the port on 127.0.0.1 that it leads to.
 * @param port - Port of its own; the browser's names must lead to 127.0.0.1 (`launchBrowser`'s `resolve`).
 */
export async function startSecureSites(ports: Record<string, number>, port: number): Promise<SecureSites> {
  const server = createServer(createCertificate(Object.keys(ports)), (incoming, outgoing) => {
    const { hostname } = new URL(`https://${incoming.headers.host}`);
    passOn(incoming, outgoing, ports[hostname] ?? 0);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { method, url, headers } = incoming;
  const inner = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(outgoing);
  });
  inner.on('error', () => outgoing.destroy());
  incoming.pipe(inner);
}
