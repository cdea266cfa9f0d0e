import { webcrypto } from 'node:crypto';
import { toBase58 } from '@latchkey/frame/readable';
import type { BrowserPage } from '@latchkey/testkit';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { Eip1193Provider } from '../../connector.ts';
import type { Registry } from './standard.ts';

type Answer = (params: readonly unknown[]) => unknown;

/** A wallet according to EIP-1193 and EIP-6963, whose user agrees to everything unless a test says otherwise. */
export interface ScriptedWallet {
  readonly provider: Eip1193Provider;
  readonly accounts: readonly PrivateKeyAccount[];
  /** Requested methods, in order. */
  readonly asked: string[];
  /** Replaces the wallet's answer to a method. */
  on(method: string, answer: Answer): void;
  /** Changes the accounts that the page sees, and sends the event. */
  give(accounts: readonly string[]): void;
  goTo(chainId: number): void;
  listeners(): number;
}

export function createScriptedWallet({
  chainId = 1,
  isConnected = false,
  accounts: count = 1,
} = {}): ScriptedWallet {
  const accounts = Array.from({ length: count }, () => privateKeyToAccount(generatePrivateKey()));
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const emit = (event: string, payload: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(payload);
  };
  const lower = () => accounts.map(({ address }) => address.toLowerCase());
  let chain = chainId;
  let given: readonly string[] = isConnected ? lower() : [];
  const asked: string[] = [];
  const scripts = new Map<string, Answer>();
  const answers: Record<string, Answer> = {
    eth_accounts: () => given,
    eth_requestAccounts() {
      given = lower();
      return given;
    },
    eth_chainId: () => `0x${chain.toString(16)}`,
    personal_sign([message, address]) {
      const account = accounts.find((one) => one.address.toLowerCase() === String(address).toLowerCase());
      if (!account || !given.includes(account.address.toLowerCase())) throw rpcError(4100, 'Unauthorized');
      return account.signMessage({ message: { raw: message as `0x${string}` } });
    },
    wallet_switchEthereumChain([requested]) {
      chain = Number((requested as { chainId: string }).chainId);
      emit('chainChanged', `0x${chain.toString(16)}`);
      return null;
    },
    wallet_revokePermissions() {
      given = [];
      return null;
    },
  };
  const wallet: ScriptedWallet = {
    accounts,
    asked,
    provider: {
      async request({ method, params = [] }) {
        asked.push(method);
        const answer = scripts.get(method) ?? answers[method];
        if (!answer) throw rpcError(4200, `No ${method}`);
        return answer(params as readonly unknown[]);
      },
      on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
      removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
    },
    on: (method, answer) => void scripts.set(method, answer),
    give(list) {
      given = list;
      emit('accountsChanged', list);
    },
    goTo(id) {
      chain = id;
      emit('chainChanged', `0x${id.toString(16)}`);
    },
    listeners: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
  };
  return wallet;
}

export const rpcError = (code: number, message: string) => Object.assign(new Error(message), { code });

export const image = 'data:image/png;base64,AAAA';

/** Announces a wallet in a page, at once and on request (EIP-6963). */
export function announceScriptedWallet(page: BrowserPage, provider: unknown, info: object = {}): void {
  const detail = {
    info: {
      uuid: crypto.randomUUID(),
      name: 'Harbour Wallet',
      icon: image,
      rdns: 'example.harbour',
      ...info,
    },
    provider,
  };
  const tell = () => page.dispatch(Object.assign(new Event('eip6963:announceProvider'), { detail }));
  page.window.addEventListener('eip6963:requestProvider', tell);
  tell();
}

interface SolanaScriptOptions {
  readonly name?: string;
  readonly hasSignIn?: boolean;
  readonly isSilentAsked?: boolean;
  /** Sends a signed transaction to the network. @default none: the wallet cannot send */
  readonly send?: (signed: Uint8Array) => Promise<void>;
}

/** Creates a Wallet Standard wallet with one Solana account. */
export async function createSolanaScript({
  name = 'Lantern',
  hasSignIn = true,
  isSilentAsked = false,
  send,
}: SolanaScriptOptions = {}) {
  const { publicKey, privateKey } = (await webcrypto.subtle.generateKey('Ed25519', true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair;
  const raw = new Uint8Array(await webcrypto.subtle.exportKey('raw', publicKey));
  const account = {
    address: toBase58(raw),
    publicKey: raw,
    chains: ['solana:mainnet'],
    features: ['solana:signMessage'],
  };
  const sign = async (bytes: Uint8Array) =>
    new Uint8Array(await webcrypto.subtle.sign('Ed25519', privateKey, bytes as Uint8Array<ArrayBuffer>));
  const listeners = new Set<(change: unknown) => void>();
  const prompts: string[] = [];
  let accounts: readonly object[] = [];
  const give = (list: readonly object[]) => {
    accounts = list;
    for (const listener of listeners) listener({ accounts });
  };
  const wallet = {
    version: '1.0.0',
    name,
    icon: image,
    chains: ['solana:mainnet'],
    get accounts() {
      return accounts;
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        async connect({ silent = false } = {}) {
          if (!silent || isSilentAsked) prompts.push('connect');
          if (!silent) give([account]);
          return { accounts };
        },
      },
      'standard:events': {
        version: '1.0.0',
        on: (_: string, listener: (change: unknown) => void) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      'solana:signMessage': {
        version: '1.1.0',
        async signMessage({ message }: { message: Uint8Array }) {
          prompts.push('sign');
          return [{ signedMessage: message, signature: await sign(message) }];
        },
      },
      ...(send ? { 'solana:signAndSendTransaction': { version: '1.0.0', signAndSendTransaction } } : {}),
      ...(hasSignIn ? { 'solana:signIn': { version: '1.0.0', signIn } } : {}),
    },
  };
  /** Signs and sends a transaction with one signature slot, which is empty and precedes the message. */
  async function signAndSendTransaction({ transaction }: { transaction: Uint8Array }) {
    prompts.push('send');
    const message = transaction.slice(1 + 64);
    const signature = await sign(message);
    await send?.(Uint8Array.from([1, ...signature, ...message]));
    return [{ signature }];
  }
  /** Signs a sign-in message in the standard's format (`createSignInMessageText`). */
  async function signIn(input: Record<string, string>) {
    prompts.push('sign in');
    const fields = [
      ['URI', input.uri],
      ['Version', input.version],
      ['Chain ID', input.chainId],
      ['Nonce', input.nonce],
      ['Issued At', input.issuedAt],
    ].filter(([, value]) => value !== undefined);
    const head = `${input.domain} wants you to sign in with your Solana account:\n${account.address}`;
    const text = `${head}\n\n${input.statement}\n\n${fields.map((field) => field.join(': ')).join('\n')}`;
    const signedMessage = new TextEncoder().encode(text);
    return [{ account, signedMessage, signature: await sign(signedMessage) }];
  }
  return {
    wallet,
    account,
    prompts,
    give,
    /** Registers with the registry of every dapp in the page. */
    register(page: BrowserPage) {
      const enter = (registry: Registry) => registry.register(wallet);
      page.window.addEventListener('wallet-standard:app-ready', (event) =>
        enter((event as CustomEvent<Registry>).detail),
      );
      page.dispatch(Object.assign(new Event('wallet-standard:register-wallet'), { detail: enter }));
    },
  };
}
