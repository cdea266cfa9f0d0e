import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from './contentHash.ts';

// Some hosts bundle everything into one file. If a module, such as the modal's parts, is also imported lazily,
// esbuild then wraps it in a function that runs on first use.
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(root, '.cache/unsplit-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("in a host that is bundled into one file, core's functions for wallets, passkeys and amounts work before the modal loads", async () => {
  const outfile = join(folder, 'host.mjs');
  await build({
    stdin: {
      contents: `
        import { LatchkeyProvider } from '@latchkey/react';
        import { createClient, createPasskeyLogin, getWalletOptions, parseAmount, typeAmount } from '@latchkey/core';
        const client = createClient({ appId: 'latchkey-test-app-0000001' });
        export const ids = getWalletOptions(client).map(({ id }) => id);
        export const passkey = createPasskeyLogin(client).getState();
        export const amount = [typeAmount('', '1,5', 18), parseAmount('1.5', 2)];
        export { LatchkeyProvider };
      `,
      resolveDir: join(root, 'e2e'),
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'bundle',
    external: ['react', 'react-dom', 'react/*', 'react-dom/*'],
    conditions: ['@latchkey/source', 'module'],
    outfile,
    logLevel: 'silent',
  });
  const { amount, ids, passkey } = await import(outfile);
  expect(ids).toContain('metamask');
  expect(amount).toEqual(['1.5', 150n]);
  expect(passkey).toEqual({ status: 'initial', error: null });
});
