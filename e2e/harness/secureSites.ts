import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { createCertificate } from './certificate.ts';

export interface SecureSites {
  close(): Promise<void>;
}

/**
 * Acts as an operator's proxy: ends TLS and passes each request on with its `Host` header.
 *
 * @param ports - Port on 127.0.0.1 for each host name.
 * @param port - Port of the proxy. The browser must resolve the names to 127.0.0.1 (`launchBrowser`'s `resolve`).
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
