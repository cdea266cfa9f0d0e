import { join } from 'node:path';
import { type Sandbox, startSandbox } from '@latchkey/sandbox';
import { createPhone, type Phone } from '@latchkey/testkit';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../scripts/build/contentHash.ts';
import { type Host, type SharedBrowser, shareBrowser, startHost, strictPolicy } from '../harness/index.ts';

// WalletConnect's client in a browser: what it requires of a page's policy, and what it leaves in the page.

let browser: SharedBrowser;
let host: Host;
let sandbox: Sandbox;
let phone: Phone;
/** Chunk with WalletConnect's client. */
let library: string;
beforeAll(async () => {
  [browser, host, sandbox] = await Promise.all([
    shareBrowser(),
    startHost(),
    startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] }),
  ]);
  phone = await createPhone({ relayUrl: sandbox.relayUrl });
  // Split into chunks, as a host's bundler does.
  const { outputFiles } = await build({
    entryPoints: [join(root, 'e2e/hosts/phoneHost.ts')],
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    outdir: '/',
    minify: true,
    // As hosts' bundlers resolve it: without `module`, tslib would write its helpers to `window`.
    conditions: ['@latchkey/source', 'module'],
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  });
  for (const { path, text } of outputFiles) host.setFile(path, { type: 'text/javascript', content: text });
  library = outputFiles.find(({ text }) => text.includes('wc_sessionPropose'))?.path ?? expect.fail();
  host.setPage('/', {
    config: { relayUrl: sandbox.relayUrl },
    body: '<script type="module" src="/phoneHost.js"></script>',
    // Allows the relay.
    headers: strictPolicy(sandbox.relayUrl.replace('/walletconnect', '')),
  });
});
afterAll(async () => {
  await phone?.close();
  await browser?.close();
  await Promise.all([host?.close(), sandbox?.close()]);
});

test('a phone wallet connects by WalletConnect and signs under a strict policy, with code that loads when it is chosen, and again after a reload', async () => {
  const profile = await browser.open();
  const page = await profile.newPage();
  const asked: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('websocket', (socket) => asked.push(socket.url()));
  page.on('console', (line) => problems.push(line.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(host.origin);
  const before = await page.evaluate(() => [
    Object.getOwnPropertyNames(window),
    document.documentElement.innerHTML,
  ]);
  expect(asked).not.toContain(host.origin + library);

  const proposal = await phone.scan(await page.evaluate(() => window.phone.begin()));
  expect(asked).toContain(host.origin + library);
  await proposal.approve();
  const connection = await page.evaluate(() => window.phone.end());
  expect(connection).toMatchObject({ accounts: [{ address: phone.address }], chainId: 1 });
  expect(await page.evaluate(() => window.phone.sign('0x6869'))).toMatch(/^0x[0-9a-f]{130}$/);
  const after = await page.evaluate(() => [
    Object.getOwnPropertyNames(window),
    document.documentElement.innerHTML,
  ]);
  expect(after).toEqual(before);

  await page.reload();
  const again = await page.evaluate((kept) => window.phone.reconnect(kept), connection?.kept ?? '');
  expect(again).toMatchObject({ accounts: [{ address: phone.address }], chainId: 1 });
  expect(phone.requests).toHaveLength(1);
  expect(await page.evaluate(() => window.phone.sign('0x6869'))).toMatch(/^0x/);

  const elsewhere = asked.filter((url) => !url.startsWith(host.origin) && !url.startsWith(sandbox.relayUrl));
  expect(elsewhere).toEqual([]);
  expect(problems).toEqual([]);
  await profile.close();
});
