import { join } from 'node:path';
import { Address, Secp256k1 } from 'ox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildHost,
  type Harness,
  type Host,
  startHarness,
  startHost,
  strictPolicy,
} from '../harness/index.ts';
import { signerOfMessage } from '../harness/signer.ts';
import type {} from '../modal/app.tsx';
import { type Browser, engines, type Size, sizes, startBrowser } from './browsers.ts';
import { type BrowserDriver, createPerson } from './person.ts';

// The modal's journeys in Firefox and WebKit. The other e2e tests with a browser use Chromium.

declare global {
  interface Window {
    /** Directives of the host's policy that the page violated. */
    violations?: string[];
  }
}

const friend = '0x52908400098527886E0F7030069857D2E4169EE7';
const password = 'gravel-lantern-oblige-thimble';
const [appPath, framePath] = ['/app', '/frames'];
/** Script that runs before the host app, so it misses no violation. */
const watchPolicy =
  'window.violations = []; document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.violatedDirective + " " + event.blockedURI));';

let harness: Harness;
let foreign: Host;

beforeAll(async () => {
  [harness, foreign] = await Promise.all([
    startHarness({
      app: {
        name: 'Tidewater',
        embedded_wallet_config: {
          create_on_login: 'users-without-wallets',
          user_owned_recovery_options: ['user-passcode'],
          require_user_owned_recovery_on_create: false,
          require_user_password_on_create: false,
        },
      },
    }),
    startHost(),
  ]);
  const [app, frames] = await Promise.all([
    buildHost(join(import.meta.dirname, '../modal/app.tsx')),
    buildHost(join(import.meta.dirname, '../hosts/frameHost.ts')),
  ]);
  const chain = { id: 31337, name: 'Devnet', rpcUrls: { default: { http: [harness.chainUrl] } } };
  harness.host.setFile('/policy.js', { type: 'text/javascript', content: watchPolicy });
  harness.host.setPage(appPath, {
    script: app,
    body: '<div id="root"></div><script src="/policy.js"></script>',
    config: { appId: harness.appId, apiUrl: harness.url, config: { chains: [chain] }, followsFundings: true },
    headers: strictPolicy(`${harness.url} ${harness.chainUrl}`),
  });
  // With this policy, the request that loads a frame has no Referer, which would tell the service the page's address.
  harness.host.setPage(framePath, { script: frames, headers: { 'referrer-policy': 'no-referrer' } });
  foreign.setPage(framePath, { script: frames });
});
afterAll(() => Promise.all([harness?.close(), foreign?.close()]));

const cases = engines.flatMap((engine) => (Object.keys(sizes) as Size[]).map((size) => ({ engine, size })));

describe.each(cases)('$engine, $size', ({ engine, size }) => {
  const email = `${engine}-${size}@example.com`;
  let browser: Browser;
  let person: BrowserDriver;
  let address: string;

  beforeAll(() => openBrowser());
  afterAll(() => browser?.close());

  async function openBrowser(): Promise<void> {
    await browser?.close();
    browser = await startBrowser(engine, size);
    person = createPerson(browser.driver);
  }
  const screen = (name: string) => person.see(`.shell[data-screen=${name}]`);
  const modalIsGone = () => person.gone('latchkey-modal');
  async function logIn(): Promise<void> {
    await person.goto(`${harness.host.origin}${appPath}`);
    await person.see('html[data-ready=true]');
    await person.press('Log in');
    await screen('LANDING');
    await person.type('input[type=email]', email);
    await person.press('Submit');
    await screen('AWAITING_PASSWORDLESS_CODE');
    await person.type('input[name=code]', await harness.inbox.nextCode(email));
    address = await person.until(() => window.host.wallets[0]?.address);
    await modalIsGone();
  }
  async function sign(text: string): Promise<string> {
    await person.begin((message: string) => window.host.signMessage({ message }), text);
    await person.press('Sign');
    return person.result();
  }

  it('a user logs in with an email code and gets a wallet, under a strict policy', async () => {
    await logIn();
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect(await person.run(() => [innerWidth, innerHeight])).toEqual(Object.values(sizes[size]));
  });

  it('the wallet signs a message', async () => {
    expect(signerOfMessage('Ahoy', await sign('Ahoy'))).toBe(address);
    await modalIsGone();
  });

  it('the wallet sends a transaction', async () => {
    await harness.chain.fund(address, 10n ** 18n);
    const balance = async () =>
      BigInt((await harness.chain.request('eth_getBalance', [friend, 'latest'])) as string);
    const before = await balance();
    await person.begin(
      (to: string, value: string) =>
        window.host.sendTransaction({ to, value: BigInt(value) }).then(({ hash }) => hash),
      friend,
      String(10n ** 17n),
    );
    await person.press('Approve');
    expect(await person.result()).toMatch(/^0x[0-9a-f]{64}$/);
    await person.see('h1, h2', 'All Done');
    expect((await balance()) - before).toBe(10n ** 17n);
    await person.press('Close');
    await modalIsGone();
  });

  it('the user is still logged in after a reload, and signs', async () => {
    await person.reload();
    await person.until(() => window.host?.latchkey.authenticated && window.host.wallets.length > 0);
    expect(signerOfMessage('Still there', await sign('Still there'))).toBe(address);
    await modalIsGone();
  });

  it('the wallet’s key is exported on a page of the service, and is not in the host page’s document', async () => {
    await person.begin(() => window.host.exportWallet());
    await person.press('I understand, continue');
    const key = await person.inFrame('.export[data-shown] iframe', async () => {
      await person.press('Show private key');
      await person.click('button.warned.ready');
      return (await person.see('output')).getText();
    });
    expect(
      Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey: key as `0x${string}` }), { checksum: true }),
    ).toBe(address);
    expect(await person.run(() => document.documentElement.outerHTML)).not.toContain(key.slice(2));
    await person.press('Done');
    await modalIsGone();
  });

  it('the user sets a password for the wallet', async () => {
    const next = async (heading: string) => {
      await person.press('Continue');
      await person.see('h1, h2', heading);
    };
    await person.begin(() => window.host.recovery.setWalletPassword());
    await person.press('Continue');
    await person.type('input[name=password]', password);
    await next('Save your password');
    await next('Confirm your password');
    await person.type('input[name=password]', password);
    await person.press('Continue');
    await person.click('input[type=checkbox]');
    await person.press('Set Password');
    await person.see('h1, h2', 'Your password is set');
    await person.press('Done');
    await modalIsGone();
    expect(await person.run(() => window.violations)).toEqual([]);
  });

  it('the wallet is recovered in a new browser with the right password, and not with a wrong one', async () => {
    await openBrowser();
    await harness.service.advance(31_000);
    const before = address;
    await logIn();
    expect(address).toBe(before);
    await person.begin((message: string) => window.host.signMessage({ message }), 'Back again');
    await person.press('Sign');
    await screen('EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN');
    await person.type('input[name=password]', 'gravel-lanterns');
    await person.press('Recover');
    await person.see('*', 'Invalid recovery password, please try again.');
    await person.type('input[name=password]', password);
    await person.press('Recover');
    expect(signerOfMessage('Back again', await person.result())).toBe(address);
    await modalIsGone();
    expect(await person.run(() => window.violations)).toEqual([]);
  });

  describe('the frame', () => {
    const vaultUrl = () =>
      `${harness.url}/apps/${harness.appId}/embedded-wallets?caid=6f1c2b1e-0000-4000-8000-000000000000`;
    const mount = (name: string, url: string) =>
      person.run((called: string, src: string) => window.frameHost.mount(called, src), name, url);
    const request = (waitMs: number) =>
      person.run((wait: number) => window.frameHost.request('vault', 'privy:iframe:ready', {}, wait), waitMs);
    const countScripts = () =>
      person.inFrame('iframe[name=vault]', () =>
        person.run(() => document.querySelectorAll('script').length),
      );

    it('[S3] the wallet frame runs in a listed origin that sends no referrer, and not in origins that are not listed', async () => {
      await person.goto(`${harness.host.origin}${framePath}`);
      await mount('vault', vaultUrl());
      expect(await request(60_000)).toMatchObject({ data: { lastingStorage: true } });
      expect(await countScripts()).toBeGreaterThan(0);
      for (const origin of [foreign.origin, foreign.crossSiteOrigin]) {
        await person.goto(`${origin}${framePath}`);
        await mount('vault', vaultUrl());
        expect(await request(1_500), origin).toBeNull();
        // The browser refused the page: the frame's own refusal would be a page with scripts.
        expect(await countScripts(), origin).toBe(0);
      }
    });

    it('the wallet frame does not answer a frame of another origin beside it', async () => {
      await person.goto(`${harness.host.origin}${framePath}`);
      await mount('vault', vaultUrl());
      await request(60_000);
      await mount('stranger', `${foreign.origin}${framePath}`);
      await person.inFrame('iframe[name=stranger]', () =>
        person.run(() => {
          const request = { id: 'stranger', event: 'privy:iframe:ready', data: {} };
          window.parent.frames[0]?.postMessage(request, '*');
        }),
      );
      // The frame reads messages in order, so an answer to the host proves that the other frame got none.
      expect(await request(60_000)).toMatchObject({ data: { lastingStorage: true } });
      const heard = await person.inFrame('iframe[name=stranger]', () =>
        person.run(() => window.frameHost.answers().length),
      );
      expect(heard).toBe(0);
      const answers = await person.run(() => window.frameHost.answers().map(({ data }) => data.id));
      expect(answers).not.toContain('stranger');
    });
  });
});
