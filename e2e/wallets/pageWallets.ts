import { Address, Hex, PersonalMessage, Secp256k1, Signature } from 'ox';
import type { BrowserContext, Page } from 'playwright-core';

/**
 * Wallets that a test puts into its pages, as extensions do: announced over EIP-6963, with keys in the test's process. They
 * do what such wallets do, and whatever else a test has them do: what a hostile wallet may.
 */

/** How a wallet shows itself. */
export interface PageWalletLook {
  /** Its domain, by which known wallets are known. */
  readonly rdns: string;
  readonly name: string;
  /** @default a square */
  readonly icon?: string;
}

/** A wallet to put into a page. */
export interface NewPageWallet extends PageWalletLook {
  /** @default a new one */
  readonly privateKey?: Hex.Hex;
}

export interface PageWallet extends PageWalletLook {
  /** With its check sum. */
  readonly address: Address.Address;
  /** What it was asked, in order. */
  readonly asked: string[];
  /** Answers each further question of a method otherwise; null answers as before. */
  answer(method: string, how: Answer | null): void;
  /** Has the person change to the account of another key in the wallet; it tells the page. */
  changeAccount(page: Page, privateKey: Hex.Hex): Promise<void>;
  /** Has the person lock the wallet, or unlock it; it tells the page. */
  setLocked(page: Page, isLocked: boolean): Promise<void>;
  /** Tells the page something, as with `accountsChanged`. */
  tell(page: Page, event: string, payload: unknown): Promise<void>;
}

/** What a wallet answers in place of the usual; `usual` gives that. */
export type Answer = (params: readonly unknown[], usual: () => Promise<unknown>) => Promise<unknown>;

/** Fails as wallets fail (EIP-1193). */
export class WalletRefusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** What a person presses where they decline. */
export const reject: Answer = () => Promise.reject(new WalletRefusal(4001, 'User rejected the request.'));
/** A wallet whose window stays open, or that died. */
export const hang: Answer = () => new Promise(() => {});

type Told = { result: unknown } | { failure: { code: number; message: string } };

const square =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>';

let keys = 0;
/** A key that no other test has. */
export const newKey = (): Hex.Hex =>
  Hex.fromNumber(0xa11ce000000n + BigInt(process.pid) * 10_000n + BigInt(++keys), { size: 32 });

export const addressOf = (privateKey: Hex.Hex): Address.Address =>
  Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey }), { checksum: true });

/** Signs as `personal_sign` does (EIP-191), a text in hex or as it is. */
export function signPersonally(privateKey: Hex.Hex, message: string): Hex.Hex {
  const data = /^0x(?:[0-9a-f]{2})*$/i.test(message) ? (message as Hex.Hex) : Hex.fromString(message);
  return Signature.toHex(Secp256k1.sign({ payload: PersonalMessage.getSignPayload(data), privateKey }));
}

/** Puts wallets into every page that a browser opens from now on. */
export async function putWallets(
  context: BrowserContext,
  looks: readonly (NewPageWallet & { chainId: number })[],
): Promise<PageWallet[]> {
  const wallets = looks.map((look) => createWallet(look));
  await context.exposeFunction(
    'askWallet',
    async (rdns: string, method: string, params: unknown[]): Promise<Told> => {
      const wallet = wallets.find((one) => one.wallet.rdns === rdns);
      try {
        return { result: await wallet?.request(method, params) };
      } catch (error) {
        const { code = -32603, message } = error as WalletRefusal;
        return { failure: { code, message } };
      }
    },
  );
  await context.addInitScript(
    announceAll,
    looks.map(({ rdns, name, icon = square }) => ({ rdns, name, icon })),
  );
  return wallets.map(({ wallet }) => wallet);
}

function createWallet(look: NewPageWallet & { chainId: number }) {
  let privateKey = look.privateKey ?? newKey();
  let chainId = look.chainId;
  let [isPermitted, isLocked] = [false, false];
  const answers = new Map<string, Answer>();
  const asked: string[] = [];
  const accounts = () => (isPermitted && !isLocked ? [addressOf(privateKey).toLowerCase()] : []);
  async function usual(method: string, params: readonly unknown[]): Promise<unknown> {
    switch (method) {
      case 'eth_requestAccounts':
        isPermitted = true;
        isLocked = false;
        return accounts();
      case 'eth_accounts':
        return accounts();
      case 'eth_chainId':
        return Hex.fromNumber(chainId);
      case 'wallet_switchEthereumChain':
        chainId = Number((params[0] as { chainId: string }).chainId);
        return null;
      case 'wallet_revokePermissions':
        isPermitted = false;
        return null;
      case 'personal_sign': {
        const [message, from] = params as [string, string];
        if (from.toLowerCase() !== addressOf(privateKey).toLowerCase())
          throw new WalletRefusal(4100, 'The account is not the one in use.');
        return signPersonally(privateKey, message);
      }
      default:
        throw new WalletRefusal(4200, `${method} is not supported`);
    }
  }
  const wallet: PageWallet = {
    rdns: look.rdns,
    name: look.name,
    get address() {
      return addressOf(privateKey);
    },
    asked,
    answer(method, how) {
      if (how) answers.set(method, how);
      else answers.delete(method);
    },
    async changeAccount(page, key) {
      privateKey = key;
      await wallet.tell(page, 'accountsChanged', accounts());
    },
    async setLocked(page, locked) {
      isLocked = locked;
      await wallet.tell(page, 'accountsChanged', accounts());
    },
    async tell(page, event, payload) {
      await page.evaluate(([rdns, name, what]) => window.tellOfWallet(rdns, name, what), [
        look.rdns,
        event,
        payload,
      ] as const);
    },
  };
  return {
    wallet,
    request(method: string, params: readonly unknown[]): Promise<unknown> {
      asked.push(method);
      const otherwise = answers.get(method);
      return otherwise ? otherwise(params, () => usual(method, params)) : usual(method, params);
    },
  };
}

declare global {
  interface Window {
    askWallet(rdns: string, method: string, params: readonly unknown[]): Promise<Told>;
    tellOfWallet(rdns: string, event: string, payload: unknown): void;
  }
}

/** Runs in the page before its scripts, as an extension's own script does. */
function announceAll(looks: readonly Required<PageWalletLook>[]): void {
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const of = (rdns: string, event: string) => {
    const key = `${rdns} ${event}`;
    const all = listeners.get(key) ?? new Set();
    listeners.set(key, all);
    return all;
  };
  window.tellOfWallet = (rdns, event, payload) => {
    for (const listener of of(rdns, event)) listener(payload);
  };
  const details = looks.map(({ rdns, name, icon }, at) => {
    const provider = {
      async request({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
        const told = await window.askWallet(rdns, method, params);
        if ('failure' in told)
          throw Object.assign(new Error(told.failure.message), { code: told.failure.code });
        if (method === 'wallet_switchEthereumChain' && told.result === null) {
          const [{ chainId }] = params as [{ chainId: string }];
          window.tellOfWallet(rdns, 'chainChanged', chainId);
        }
        return told.result;
      },
      on: (event: string, listener: (payload: unknown) => void) => void of(rdns, event).add(listener),
      removeListener: (event: string, listener: (payload: unknown) => void) =>
        void of(rdns, event).delete(listener),
    };
    const uuid = `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
    return Object.freeze({ info: Object.freeze({ uuid, name, icon, rdns }), provider });
  });
  const announce = () => {
    for (const detail of details)
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  };
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
}
