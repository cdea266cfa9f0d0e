import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installPublishedClients } from '../../conformance/install.ts';
import { buildHost } from '../harness/index.ts';
import { signerOfMessage } from '../harness/signer.ts';
import { type ModalFixture, newEmail, startFixture, walletsOnLogin } from './fixture.ts';

/** Resolves packages of the published clients, which bring React 18; the workspaces have 19. */
const published = createRequire(join(import.meta.dirname, '../../conformance/package.json'));

/** Bundles a host app with React 18, whichever module imports React. */
const react18: Plugin = {
  name: 'react-18',
  setup(build) {
    build.onResolve({ filter: /^react(-dom)?($|\/)/ }, ({ path }) => ({ path: published.resolve(path) }));
  },
};

let fixture: ModalFixture;

beforeAll(async () => {
  await installPublishedClients();
  fixture = await startFixture({
    app: {
      embedded_wallet_config: walletsOnLogin,
      funding_config: {
        methods: ['external'],
        default_recommended_amount: '0.25',
        default_recommended_currency: { chain: 'eip155:31337' },
      },
    },
    plugins: [react18],
    development: true,
  });
});
afterAll(() => fixture.close());

it('a user logs in, creates the wallet, signs and adds funds in a host app with React 18, in StrictMode', async () => {
  expect(published('react').version).toMatch(/^18\./);
  const problems: string[] = [];
  const act = await fixture.open({
    strictMode: true,
    config: {
      chains: [{ id: 31_337, name: 'Devnet', rpcUrls: { default: { http: [fixture.harness.chainUrl] } } }],
    },
    prepare: async (page) => {
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      page.on('pageerror', (error) => problems.push(error.message));
    },
  });
  await act.logIn(newEmail());
  await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
  await expect.poll(() => act.told()).toEqual(['complete email new']);

  const signing = act.page.evaluate(() => window.host.signMessage({ message: 'Hello' }));
  await act.page.locator('.button.primary:enabled').click();
  const address = await act.page.evaluate(() => window.host.wallets[0]?.address);
  expect(signerOfMessage('Hello', await signing)).toBe(address);

  // In StrictMode each effect runs twice. Every watch must still end with its screen.
  const funded = act.page.evaluate(() =>
    window.host.fundWallet(window.host.wallets[0]?.address ?? '', { amount: '1' }),
  );
  await act.page.getByRole('button', { name: 'Receive funds', exact: true }).click();
  await act.page.getByRole('heading', { name: 'Receive 1 ETH', exact: true }).waitFor();
  await act.page.getByText('Balance 0 ETH', { exact: true }).waitFor();
  await fixture.harness.chain.fund(String(address), 10n ** 18n);
  await act.page.getByText('Received 1 ETH').waitFor();
  await act.page.locator('.page-end').getByRole('button', { name: 'Close', exact: true }).click();
  expect(await funded).toMatchObject({ status: 'completed', fundingMethod: 'manual' });
  await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
  await act.page.evaluate(() => window.host.fundingStatus.refresh());

  expect(problems).toEqual([]);

  // A screen that breaks is caught in React 18 as well.
  const broken = { not: 'a text' } as unknown as string;
  const refused = act.page.evaluate(
    (title) =>
      window.host.signMessage({ message: 'Hello', uiOptions: { title } }).catch((error) => error.code),
    broken,
  );
  await act.screen('ERROR_SCREEN').waitFor();
  await act.page.keyboard.press('Escape');
  expect(await refused).toBe('internal_error');
  await act.close();
});

it('a host app with React 18 renders on a server, as not ready', async () => {
  const app = join(import.meta.dirname, 'serverHost.ts');
  const { chunks, entry } = await buildHost(app, { plugins: [react18] });
  const { html } = await import(`data:text/javascript,${encodeURIComponent(chunks[entry] ?? '')}`);
  expect(html.replaceAll('&quot;', '"')).toBe(
    '<p>{"ready":false,"authenticated":false,"wallets":[],"fundings":[],"actions":["function","function"]}</p>',
  );
});
