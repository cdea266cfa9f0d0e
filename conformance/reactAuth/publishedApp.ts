import { Address, type Hex, Secp256k1 } from 'ox';
import type { Locator, Page } from 'playwright-core';
import { type Harness, pressTwice } from '../../e2e/harness/index.ts';
import { bundlePublishedHost } from '../bundle.ts';

/** Whether every version walks every way (docs/evidence). */
export const isWide = process.env.LATCHKEY_WIDE === '1';

/** Of the versions those that every run walks: all but 1.90.0, whose wallet events are those of the family before. */
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

/** The host app of the published client, as a person uses it. */
export interface PublishedApp {
  /** Logs in by e-mail with the client's own modal and the code from the inbox. */
  logIn(email: string): Promise<void>;
  /** The same up to the address. */
  requestCode(email: string): Promise<void>;
  /** The same up to the code. */
  enterCode(email: string): Promise<void>;
  /** Types the code that came to an address or number into the client's modal. */
  typeCode(to: string): Promise<void>;
  /** The client's own modal. */
  readonly modal: Locator;
  /** Presses a button of the host app. */
  press(name: string): Promise<void>;
  /** Presses a button that asks for a signature, confirms in the client's modal, returns the signature. */
  sign(name: string): Promise<string>;
  /** Presses the export button, copies the key on the service's page in the client's modal; gives the key's address. */
  exportKey(): Promise<string>;
  /** Presses the button that sets the wallet's recovery, and leads the client's modal through a password. */
  setPassword(password: string): Promise<void>;
  /** What the host app shows, once it shows something. */
  read(what: Shown): Promise<string>;
}

interface PublishedHost {
  /** @default '/' */
  path?: string;
  /** @default the rig's app */
  appId?: string;
  /** @default 'users-without-wallets' */
  createOnLogin?: 'users-without-wallets' | 'off';
  /** @default ['email'] */
  loginMethods?: readonly string[];
  /** Package in place of `@privy-io/react-auth`. */
  client?: string;
  /** Its page, in `conformance/host`. @default 'reactAuth.jsx' */
  page?: string;
  /** @default one that says its id and nothing else */
  chain?: PublishedChain;
}

/** A chain, and a button for each transaction that the host app sends there. */
export interface PublishedChain {
  chainId: number;
  rpcUrl: string;
  sends: readonly Send[];
  /** Further chains of the host app. */
  moreChains?: readonly { chainId: number; rpcUrl: string; name: string }[];
  /** A button for each funding that the host app asks for. */
  funds?: readonly Fund[];
}

/** What a button of the host app has funded. */
export interface Fund {
  /** What the button says. */
  name: string;
  /** @default the embedded wallet */
  address?: string;
  /** Options of the client's hook. */
  options?: Readonly<Record<string, unknown>>;
}

/** What a button of the host app sends. */
export interface Send {
  /** What the button says. */
  name: string;
  transaction: Readonly<Record<string, string | number>>;
  /** Options of the client's hook. */
  uiOptions?: { showWalletUIs: boolean };
  /** The method of the wallet's EIP-1193 provider that is asked in place of the hook. */
  method?: 'eth_sendTransaction' | 'eth_signTransaction';
}

/**
 * The client blurs what lies behind its modal. Without a graphics card that takes most of a core for as long as the modal is
 * open, and the app's own style sheet turns it off.
 */
const body = '<div id="root"></div><style>* { backdrop-filter: none !important }</style>';

/** Puts the host app of a published client on the rig's host. */
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
  // The client asks its chain who it is before it shows a wallet; nothing else of a chain is needed to sign.
  harness.host.setFile('/rpc', {
    type: 'application/json',
    content: '{"jsonrpc":"2.0","id":1,"result":"0x1"}',
  });
}

/** Opens the host app in a page. */
export async function openPublishedApp(harness: Harness, page: Page, address: string): Promise<PublishedApp> {
  await page.goto(address);
  const modal = page.locator('#privy-dialog');
  const read = async (what: Shown) => {
    const field = page.getByTestId(what).filter({ hasText: /\S/ });
    await field.waitFor();
    return (await field.textContent()) ?? '';
  };
  const press = async (name: string) => {
    await page.locator('#headlessui-portal-root').waitFor({ state: 'detached' });
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
      // Asked before its wallet is connected, this client shows an error and waits for a second press.
      await read('connected');
      await press(name);
      await modal.getByRole('button', { name: 'Sign and continue' }).click();
      return read('result');
    },
  };
}
