import { Address, type Hex, Secp256k1 } from 'ox';
import type { Locator, Page } from 'playwright-core';
import { type Harness, pressTwice } from '../../e2e/harness/index.ts';
import { bundlePublishedHost } from '../bundle.ts';

/** True if every version runs every journey (docs/evidence). */
export const isWide = process.env.LATCHKEY_WIDE === '1';

/**
 * Returns the versions to test. Outside the wide run, leaves out 1.90.0, which uses the earlier family of wallet
 * events.
 */
export const walked = <T extends { readonly version: string }>(clients: readonly T[]): T[] =>
  clients.filter(({ version }) => isWide || version !== '1.90.0');

type Shown =
  | 'accounts'
  | 'user'
  | 'email'
  | 'factors'
  | 'phone'
  | 'address'
  | 'connected'
  | 'imported'
  | 'left'
  | 'result'
  | 'solana';

/** The host app of the published client, as a user operates it. */
export interface PublishedApp {
  /** Logs in by email with the client's own modal and the code from the inbox. */
  logIn(email: string): Promise<void>;
  /** Begins a login, and submits the email address. */
  requestCode(email: string): Promise<void>;
  /** Begins a login, and types the code from the inbox. */
  enterCode(email: string): Promise<void>;
  /** Types the code that was sent to an email address or phone number into the client's modal. */
  typeCode(to: string): Promise<void>;
  /** The client's own modal. */
  readonly modal: Locator;
  /** Presses a button of the host app. */
  press(name: string): Promise<void>;
  /** Presses a button that requests a signature, confirms in the client's modal, and returns the signature. */
  sign(name: string): Promise<string>;
  /**
   * Presses the export button, copies the key on the service's page in the client's modal, and returns the key's
   * address.
   */
  exportKey(): Promise<string>;
  /** Presses the button for the wallet's recovery, and sets a password in the client's modal. */
  setPassword(password: string): Promise<void>;
  /** Returns the text of a field in the host app, once it is not empty. */
  read(what: Shown): Promise<string>;
}

interface PublishedHost {
  /** @default '/' */
  path?: string;
  /** @default the harness's app */
  appId?: string;
  /** @default 'users-without-wallets' */
  createOnLogin?: 'users-without-wallets' | 'off';
  /** @default ['email'] */
  loginMethods?: readonly string[];
  /** Package to use instead of `@privy-io/react-auth`. */
  client?: string;
  /** Page in `conformance/host`. @default 'reactAuth.jsx' */
  page?: string;
  /** @default a chain that only returns its id */
  chain?: PublishedChain;
}

/** A chain, with a button for each transaction that the host app sends there. */
export interface PublishedChain {
  chainId: number;
  rpcUrl: string;
  sends: readonly Send[];
  moreChains?: readonly { chainId: number; rpcUrl: string; name: string }[];
  /** Fundings that the host app offers, each with a button. */
  funds?: readonly Fund[];
}

export interface Fund {
  /** Label of the button. */
  name: string;
  /** @default the embedded wallet */
  address?: string;
  /** Options of the client's hook. */
  options?: Readonly<Record<string, unknown>>;
}

export interface Send {
  /** Label of the button. */
  name: string;
  transaction: Readonly<Record<string, string | number>>;
  /** Options of the client's hook. */
  uiOptions?: { showWalletUIs: boolean };
  /** Method of the wallet's EIP-1193 provider to call instead of the hook. */
  method?: 'eth_sendTransaction' | 'eth_signTransaction';
}

/**
 * Turns off the blur of the page behind the client's modal. Without a graphics card, the blur takes most of a core
 * while the modal is open.
 */
const body = '<div id="root"></div><style>* { backdrop-filter: none !important }</style>';

/** Serves the host app of a published client on the harness's host. */
export async function publishReactAuthHost(harness: Harness, options: PublishedHost = {}): Promise<void> {
  const {
    path = '/',
    appId = harness.appId,
    createOnLogin = 'users-without-wallets',
    client,
    chain,
  } = options;
  const { loginMethods = ['email'], page = 'reactAuth.jsx' } = options;
  harness.host.setPage(path, {
    body,
    script: await bundlePublishedHost(page, client),
    config: { apiUrl: harness.url, appId, createOnLogin, loginMethods, ...chain },
  });
  // The client requests its chain's id before it shows a wallet. Signing needs nothing else from a chain.
  harness.host.setFile('/rpc', {
    type: 'application/json',
    content: '{"jsonrpc":"2.0","id":1,"result":"0x1"}',
  });
}

export async function openPublishedApp(harness: Harness, page: Page, address: string): Promise<PublishedApp> {
  await page.goto(address);
  const modal = page.locator('#privy-dialog');
  const read = async (what: Shown) => {
    const field = page.getByTestId(what).filter({ hasText: /\S/ });
    await field.waitFor();
    return (await field.textContent()) ?? '';
  };
  const press = async (name: string) => {
    // On a busy machine, the client's dialog library sometimes leaves its closed dialog in the page, hidden.
    await page.locator('#headlessui-portal-root').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name, exact: true }).click();
  };
  const requestCode = async (email: string) => {
    await press('Log in');
    await page.locator('#email-input').fill(email);
    await page.keyboard.press('Enter');
  };
  const typeCode = async (to: string) => {
    const code = await harness.inbox.nextCode(to);
    await modal.getByText('Enter confirmation code').waitFor();
    await modal.locator('input:focus').waitFor();
    await page.keyboard.type(code);
  };
  const enterCode = async (email: string) => {
    await requestCode(email);
    await typeCode(email);
  };
  return {
    press,
    read,
    modal,
    requestCode,
    enterCode,
    typeCode,
    async logIn(email) {
      await enterCode(email);
      await page.getByTestId('user').filter({ hasText: 'did:privy:' }).waitFor();
    },
    async exportKey() {
      await read('connected');
      await press('Export wallet');
      const frame = modal.frameLocator('iframe[src*="/embedded-wallets/export?"]');
      await pressTwice(frame, 'Copy private key');
      const key = frame.locator('output');
      await key.waitFor();
      const privateKey = (await key.textContent()) as Hex.Hex;
      return Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey }), { checksum: true });
    },
    async setPassword(password) {
      const next = modal.getByRole('button', { name: 'Continue' });
      await read('connected');
      await press('Set recovery');
      await modal.getByRole('button', { name: 'Add password' }).click();
      await modal.getByPlaceholder('enter or generate a strong password').fill(password);
      await next.click();
      await modal.getByText('Save your password').waitFor();
      await next.click();
      await modal.getByPlaceholder('confirm your password').fill(password);
      await next.click();
      await modal.getByText('I understand that if I lose my password').click();
      await modal.getByRole('button', { name: 'Set Password' }).click();
      await modal.getByRole('button', { name: 'Close', exact: true }).click();
    },
    async sign(name) {
      // Before its wallet is connected, this client would show an error and wait for a second press.
      await read('connected');
      await press(name);
      await modal.getByRole('button', { name: 'Sign and continue' }).click();
      return read('result');
    },
  };
}
