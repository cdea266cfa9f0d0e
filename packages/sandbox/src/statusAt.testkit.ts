import { request } from 'node:http';

/** Returns the status of a request with a foreign `Host` header, as DNS rebinding sends it. */
export function statusAt(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', headers: { host } }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    })
      .once('error', reject)
      .end('{}');
  });
}
