import { generateKeyPairSync, type KeyObject, sign as signEdDsa } from 'node:crypto';
import type { Chain, Solana } from '@latchkey/sandbox';
import { Address, Base58, Hex, PersonalMessage, Secp256k1, Signature, TxEnvelopeEip1559 } from 'ox';
import type { BrowserContext, Page } from 'playwright-core';

/**
 * Wallets that a test puts into its pages, as extensions do, with keys in the test's process. A test can change
 * the answers to a method.
 */

/** Name and appearance of a wallet. */
export interface PageWalletLook {
  /** Domain that identifies known wallets. */
  readonly rdns: string;
  readonly name: string;
  /** @default a square */
  readonly icon?: string;
}

export const driftwood: PageWalletLook = { rdns: 'example.driftwood', name: 'Driftwood' };

/** A wallet to put into a page. */
export interface NewPageWallet extends PageWalletLook {
  /** Private key. @default a new one */
  readonly privateKey?: Hex.Hex;
  /**
   * Way in which the page finds it on Ethereum: announced (EIP-6963), in a property of `window` with a flag that
   * identifies it, or not at all.
   *
   * @default announced
   */
  readonly ethereum?: 'announced' | 'absent' | { readonly property: string; readonly flag?: string };
  /** Its sign-in on Solana, if it registers by the Wallet Standard. @default it is not on Solana */
  readonly solana?: 'sign-in' | 'message';
  /** Chains that it knows, to send on and read from. @default it knows all, and sends on none */
  readonly nodes?: readonly Pick<Chain, 'request' | 'chainId'>[];
  /** Solana cluster that it sends to. @default none */
  readonly cluster?: Pick<Solana, 'request'>;
}

export interface PageWallet extends PageWalletLook {
  /** Ethereum address with its checksum. */
  readonly address: Address.Address;
  readonly solanaAddress: string;
  /** Methods that were requested, in order. */
  readonly asked: string[];
  /** Sets the answer to further requests of a method; null restores the usual one. */
  answer(method: string, how: WalletResponder | null): void;
  /** Changes to the account of another key, as the user of the wallet would, and informs the page. */
  changeAccount(page: Page, privateKey: Hex.Hex): Promise<void>;
  /** Locks or unlocks the wallet, as its user would, and informs the page. */
  setLocked(page: Page, isLocked: boolean): Promise<void>;
  /** Emits an event to the page, such as `accountsChanged`. */
  tell(page: Page, event: string, payload: unknown): Promise<void>;
}

/** Answers in place of the usual function, which `usual` calls. */
export type WalletResponder = (params: readonly unknown[], usual: () => Promise<unknown>) => Promise<unknown>;

/** Error with which wallets reject a request (EIP-1193). */
export class WalletRefusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const reject: WalletResponder = () =>
  Promise.reject(new WalletRefusal(4001, 'User rejected the request.'));
/** Never answers, like a wallet whose window stays open or that crashed. */
export const hang: WalletResponder = () => new Promise(() => {});

type Told = { result: unknown } | { failure: { code: number; message: string } };

const square =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>';

let keys = 0;
/** Returns a private key that no other test of the file has. */
export const newKey = (): Hex.Hex =>
  Hex.fromNumber(0xa11ce000000n + BigInt(process.pid) * 10_000n + BigInt(++keys), { size: 32 });

export const addressOf = (privateKey: string): Address.Address =>
  Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey: privateKey as Hex.Hex }), { checksum: true });

/** Signs a text, or a text in hex, as `personal_sign` does (EIP-191). */
export function signPersonally(privateKey: Hex.Hex, message: string): Hex.Hex {
  const data = /^0x(?:[0-9a-f]{2})*$/i.test(message) ? (message as Hex.Hex) : Hex.fromString(message);
  return Signature.toHex(Secp256k1.sign({ payload: PersonalMessage.getSignPayload(data), privateKey }));
}

/**
 * Puts wallets into a page before it loads.
 *
 * @param into - The page, or a context, for each page that it opens from now on.
 */
export async function putWallets(
  into: Pick<BrowserContext & Page, 'addInitScript' | 'exposeFunction'>,
  looks: readonly (NewPageWallet & { chainId: number })[],
): Promise<PageWallet[]> {
  const wallets = looks.map((look) => createWallet(look));
  await into.exposeFunction(
    'requestWallet',
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
  await into.addInitScript(
    announceAll,
    looks.map(({ rdns, name, icon = square, ethereum = 'announced', solana = null, cluster }) => ({
      rdns,
      name,
      icon,
      ethereum,
      solana,
      sendsOnSolana: cluster !== undefined,
    })),
  );
  return wallets.map(({ wallet }) => wallet);
}

function createWallet(look: NewPageWallet & { chainId: number }) {
  let privateKey = look.privateKey ?? newKey();
  let chainId = look.chainId;
  let [isPermitted, isLocked] = [false, false];
  const onSolana = generateKeyPairSync('ed25519');
  const solanaAddress = toSolanaAddress(onSolana.publicKey);
  const signOnSolana = (message: Uint8Array) => ({
    signedMessage: Hex.fromBytes(message),
    signature: Hex.fromBytes(signEdDsa(null, message, onSolana.privateKey)),
  });
  const answers = new Map<string, WalletResponder>();
  const asked: string[] = [];
  const { cluster, nodes } = look;
  const findNode = () => nodes?.find((node) => node.chainId === chainId) ?? null;
  async function send(requested: SentTransaction): Promise<unknown> {
    const node = findNode();
    if (!node) throw new WalletRefusal(4901, 'The wallet is on no chain that it can send on.');
    const from = addressOf(privateKey);
    if (!isPermitted || isLocked || requested.from?.toLowerCase() !== from.toLowerCase())
      throw new WalletRefusal(4100, 'The account is not the one in use.');
    const [nonce, gas, price] = await Promise.all([
      node.request('eth_getTransactionCount', [from, 'pending']),
      requested.gas ?? node.request('eth_estimateGas', [requested]),
      node.request('eth_gasPrice'),
    ]);
    const envelope = TxEnvelopeEip1559.from({
      chainId,
      nonce: BigInt(String(nonce)),
      gas: BigInt(String(gas)),
      maxFeePerGas: BigInt(String(price)) * 2n,
      maxPriorityFeePerGas: 1n,
      value: BigInt(requested.value ?? 0),
      ...(requested.to ? { to: requested.to } : {}),
      ...(requested.data ? { data: requested.data } : {}),
    });
    const payload = TxEnvelopeEip1559.getSignPayload(envelope);
    const signature = Secp256k1.sign({ payload, privateKey });
    return node.request('eth_sendRawTransaction', [TxEnvelopeEip1559.serialize(envelope, { signature })]);
  }
  async function sendOnSolana(transaction: Uint8Array): Promise<unknown> {
    const signed = signTransaction(transaction, Base58.toBytes(solanaAddress), onSolana.privateKey);
    const text = Buffer.from(signed).toString('base64');
    const id = await cluster?.request('sendTransaction', [text, { encoding: 'base64' }]);
    return { signature: Hex.fromBytes(Base58.toBytes(String(id))) };
  }
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
        return moveTo(Number((params[0] as { chainId: string }).chainId));
      case 'eth_sendTransaction':
        return send(params[0] as SentTransaction);
      case 'wallet_revokePermissions':
        isPermitted = false;
        return null;
      case 'personal_sign': {
        const [message, from] = params as [string, string];
        if (from.toLowerCase() !== addressOf(privateKey).toLowerCase())
          throw new WalletRefusal(4100, 'The account is not the one in use.');
        return signPersonally(privateKey, message);
      }
      case 'standard:connect':
        isPermitted ||= !(params[0] as { silent?: boolean } | undefined)?.silent;
        return isPermitted ? [solanaAddress] : [];
      case 'solana:signAndSendTransaction':
        return sendOnSolana(Hex.toBytes(params[0] as Hex.Hex));
      case 'solana:signMessage':
        return signOnSolana(Hex.toBytes(params[0] as Hex.Hex));
      case 'solana:signIn':
        isPermitted = true;
        return signOnSolana(new TextEncoder().encode(toSignInText(solanaAddress, params[0])));
      default:
        // Reads go to the wallet's node.
        if (
          /^eth_(?:call|estimateGas|feeHistory|gasPrice|blockNumber|get[A-Z]\w+)$/.test(method) &&
          findNode()
        )
          return findNode()?.request(method, params);
        throw new WalletRefusal(4200, `${method} is not supported`);
    }
  }
  function moveTo(next: number): null {
    if (nodes && !nodes.some((node) => node.chainId === next))
      throw new WalletRefusal(4902, 'Unrecognized chain ID.');
    chainId = next;
    return null;
  }
  const wallet: PageWallet = {
    rdns: look.rdns,
    name: look.name,
    get address() {
      return addressOf(privateKey);
    },
    solanaAddress,
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

interface SentTransaction {
  readonly from?: string;
  readonly to?: Hex.Hex;
  readonly value?: string;
  readonly data?: Hex.Hex;
  readonly gas?: string;
}

/** Puts a signature into a Solana transaction, at the place of its signer. https://solana.com/docs/core/transactions */
function signTransaction(transaction: Uint8Array, signer: Uint8Array, key: KeyObject): Uint8Array {
  const signed = Uint8Array.from(transaction);
  // With fewer than 128 signatures and accounts, each count is one byte.
  const message = signed.subarray(1 + 64 * (signed[0] ?? 0));
  const head = (message[0] ?? 0) & 0x80 ? 1 : 0;
  const keyAt = (at: number) => message.subarray(head + 4 + 32 * at, head + 4 + 32 * (at + 1));
  const place = [...Array(signed[0] ?? 0).keys()].find((at) => Buffer.compare(keyAt(at), signer) === 0);
  if (place === undefined)
    throw new WalletRefusal(4100, 'The transaction is not to be signed by this wallet.');
  signed.set(signEdDsa(null, message, key), 1 + 64 * place);
  return signed;
}

const toSolanaAddress = (publicKey: KeyObject): string =>
  Base58.fromBytes(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));

/** Writes the text that a wallet signs for the Wallet Standard's sign-in. */
function toSignInText(address: string, input: unknown): string {
  const { domain, statement, uri, version, chainId, nonce, issuedAt } = input as Record<string, string>;
  const fields = { URI: uri, Version: version, 'Chain ID': chainId, Nonce: nonce, 'Issued At': issuedAt };
  const lines = Object.entries(fields).flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
  const head = `${domain} wants you to sign in with your Solana account:\n${address}`;
  return `${head}\n\n${statement}\n\n${lines.join('\n')}`;
}

declare global {
  interface Window {
    /** App data that Coinbase's SDK passed to a wallet. */
    appInfo?: unknown[];
    requestWallet(rdns: string, method: string, params: readonly unknown[]): Promise<Told>;
    tellOfWallet(rdns: string, event: string, payload: unknown): void;
  }
}

type ShownLook = Required<PageWalletLook> &
  Required<Pick<NewPageWallet, 'ethereum'>> & {
    readonly solana: 'sign-in' | 'message' | null;
    readonly sendsOnSolana: boolean;
  };

/** Puts the wallets into the page. Runs there before the page's own scripts, as an extension's script does. */
function announceAll(looks: readonly ShownLook[]): void {
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
  async function request(rdns: string, method: string, params: readonly unknown[]): Promise<unknown> {
    const told = await window.requestWallet(rdns, method, params);
    if ('failure' in told) throw Object.assign(new Error(told.failure.message), { code: told.failure.code });
    return told.result;
  }
  const toProvider = (rdns: string) => ({
    async request({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
      const result = await request(rdns, method, params);
      if (method === 'wallet_switchEthereumChain' && result === null) {
        const [{ chainId }] = params as [{ chainId: string }];
        window.tellOfWallet(rdns, 'chainChanged', chainId);
      }
      return result;
    },
    on: (event: string, listener: (payload: unknown) => void) => void of(rdns, event).add(listener),
    removeListener: (event: string, listener: (payload: unknown) => void) =>
      void of(rdns, event).delete(listener),
    setAppInfo: (...info: unknown[]) => {
      window.appInfo = info;
    },
  });
  const details = looks.flatMap(({ rdns, name, icon, ethereum }, at) => {
    const provider = toProvider(rdns);
    if (ethereum === 'announced') {
      const uuid = `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
      return [Object.freeze({ info: Object.freeze({ uuid, name, icon, rdns }), provider })];
    }
    if (ethereum !== 'absent') {
      const flag = ethereum.flag ? { [ethereum.flag]: true } : {};
      Object.assign(window, { [ethereum.property]: Object.assign(provider, flag) });
    }
    return [];
  });
  const announce = () => {
    for (const detail of details)
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  };
  window.addEventListener('eip6963:requestProvider', announce);
  announce();

  const toBytes = (hex: string) =>
    Uint8Array.from(hex.match(/[0-9a-f]{2}/g) ?? [], (byte) => parseInt(byte, 16));
  const toHex = (bytes: Uint8Array) =>
    `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  function toStandard({ rdns, name, icon, solana, sendsOnSolana }: ShownLook): object {
    let accounts: readonly object[] = [];
    const chains = ['solana:mainnet', ...(sendsOnSolana ? ['solana:devnet', 'solana:localnet'] : [])];
    const sending = sendsOnSolana ? ['solana:signAndSendTransaction'] : [];
    const toAccount = (address: string) => ({
      address,
      publicKey: new Uint8Array(32),
      chains,
      features: ['solana:signMessage', ...sending],
    });
    async function sign(method: string, input: unknown) {
      const { signedMessage, signature } = (await request(rdns, method, [input])) as Record<string, string>;
      return { signedMessage: toBytes(signedMessage ?? ''), signature: toBytes(signature ?? '') };
    }
    const connect = async (input?: object) => {
      const found = (await request(rdns, 'standard:connect', [input ?? {}])) as string[];
      accounts = found.map(toAccount);
      for (const listener of of(rdns, 'change')) listener({ accounts });
      return { accounts };
    };
    const signMessage = async ({ message }: { message: Uint8Array }) => [
      await sign('solana:signMessage', toHex(message)),
    ];
    const signAndSendTransaction = async ({ transaction }: { transaction: Uint8Array }) => {
      const { signature } = (await request(rdns, 'solana:signAndSendTransaction', [toHex(transaction)])) as {
        signature: string;
      };
      return [{ signature: toBytes(signature) }];
    };
    const sends = { version: '1.0.0', supportedTransactionVersions: ['legacy', 0], signAndSendTransaction };
    const signIn = async (input: object) => {
      if (accounts.length === 0) await connect();
      return [{ account: accounts[0], ...(await sign('solana:signIn', input)) }];
    };
    const on = (_: string, listener: (change: unknown) => void) => {
      of(rdns, 'change').add(listener);
      return () => of(rdns, 'change').delete(listener);
    };
    return {
      version: '1.0.0',
      name,
      icon,
      chains,
      get accounts() {
        return accounts;
      },
      features: {
        'standard:connect': { version: '1.0.0', connect },
        'standard:events': { version: '1.0.0', on },
        'solana:signMessage': { version: '1.1.0', signMessage },
        ...(sendsOnSolana ? { 'solana:signAndSendTransaction': sends } : {}),
        ...(solana === 'sign-in' ? { 'solana:signIn': { version: '1.0.0', signIn } } : {}),
      },
    };
  }
  const standard = looks.filter(({ solana }) => solana).map(toStandard);
  const register = (registry: { register(...wallets: readonly object[]): void }) =>
    registry.register(...standard);
  window.addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent).detail));
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
}
