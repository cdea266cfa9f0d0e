import { request } from 'node:http';

/** The status of a request that reaches this machine under another name, as one of a page that rebinds its own does. */
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
