import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { later } from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildAll } from '../../scripts/build.ts';
import { type Harness, startHarness } from '../harness/index.ts';

const program = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url));

/** Changes to the service's answers on their way. */
interface Change {
  body?: (path: string, body: string) => string;
  headers?: (path: string, headers: Headers) => void;
}

let set: Harness | undefined;
const harness = later(() => set);
let between: Server;
let betweenUrl: string;
let change: Change = {};
beforeAll(async () => {
  [set] = await Promise.all([startHarness(), buildAll({ only: ['cli'] })]);
  between = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const answer = await fetch(harness.url + path);
    const headers = new Headers(answer.headers);
    for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) headers.delete(name);
    change.headers?.(path, headers);
    const body = await answer.text();
    response.writeHead(answer.status, Object.fromEntries(headers)).end(change.body?.(path, body) ?? body);
  });
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  betweenUrl = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
});
afterAll(async () => {
  between.close();
  await set?.close();
});

/** Runs the command as its users do. */
function verify(url: string, ...options: string[]): Promise<{ code: number; told: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'verify-frame', url, ...options], (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), told: stdout + stderr });
    });
  });
}

async function verifyChanged(given: Change): Promise<{ code: number; told: string }> {
  change = given;
  try {
    return await verify(betweenUrl, '--app', harness.appId);
  } finally {
    change = {};
  }
}

describe('latchkey verify-frame', () => {
  it('[S17] verify-frame accepts a deployment as it was released: hashes, scripts, pages and their policy', async () => {
    const { code, told } = await verify(harness.url, '--app', harness.appId);
    expect({ code, problems: told.match(/^✗.*$/gm) }).toEqual({ code: 0, problems: null });
    expect(told).toContain(`✓ ${harness.url}/.well-known/latchkey-frame.json`);
    expect(told).toMatch(/✓ \S+\/frame\/vault-[0-9a-f]{16}\.js/);
    expect(told).toContain(`✓ ${harness.url}/apps/${harness.appId}/embedded-wallets\n`);
    expect(await verifyChanged({})).toMatchObject({ code: 0 });
  });

  it('[S17] verify-frame detects a change to a script, a page or the list of hashes', async () => {
    for (const changed of [/^\/frame\/vault-/, /embedded-wallets$/, /latchkey-frame\.json$/]) {
      const { code, told } = await verifyChanged({
        body: (path, body) =>
          changed.test(path) ? body.replace('"version": 1', '"version": 2').concat(' ') : body,
      });
      expect(code).toBe(1);
      expect(told.match(/^✗.*$/gm)).toHaveLength(1);
    }
  });

  it('[S17] verify-frame detects a policy that lets any script run', async () => {
    const { code, told } = await verifyChanged({
      headers: (_, headers) => {
        const policy = headers.get('content-security-policy');
        if (policy)
          headers.set('content-security-policy', policy.replace("script-src 'self'", 'script-src *'));
      },
    });
    expect(code).toBe(1);
    expect(told).toContain('script-src *');
  });

  it('verify-frame exits with 5 if the service cannot be reached, and with 2 if its URL is not valid', async () => {
    expect(await verify('http://127.0.0.1:1')).toMatchObject({ code: 5 });
    expect(await verify('no address')).toMatchObject({
      code: 2,
      told: expect.stringContaining('not the address of a service'),
    });
  });
});
