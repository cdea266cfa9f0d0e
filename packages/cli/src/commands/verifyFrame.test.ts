import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { verifyFrame } from './verifyFrame.ts';

test('[S17] verify-frame does not accept a list of files to which the service only redirects', async () => {
  const release = { files: {}, pages: {} };
  const server = createServer((request, response) => {
    if (request.url !== '/elsewhere') response.writeHead(302, { location: '/elsewhere' });
    // The redirect has the right list too, which a browser would not read.
    response.end(JSON.stringify(release));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const listed = `${url}/.well-known/latchkey-frame.json`;
  expect(await verifyFrame(url, release, { appId: undefined, fetch })).toEqual({
    same: [],
    problems: [`${listed} answers 302.`],
  });
});
