/**
 * The wallet as a viem account. A separate entry, so pages that do not use it load none of its code. viem is imported
 * only for its types.
 */
import { fail } from '@latchkey/wire';
import type { Hex, LocalAccount, SignableMessage, TransactionSerializable, TypedDataDefinition } from 'viem';
import { bytesToHex, toHex } from './hex.ts';
import type { EthereumProvider } from './provider/index.ts';

/** Wallet, for example from `useWallets` of `@latchkey/react`. */
export interface ProvidedWallet {
  readonly address: string;
  getEthereumProvider(): Promise<EthereumProvider>;
}

/**
 * Creates a viem local account for a wallet, for libraries that require one. The user confirms requests as with the
 * wallet's own provider. To send transactions, prefer the provider (`custom(provider)`): an embedded wallet's provider
 * stores a signed transaction, and sends it again if it is lost. An account only signs.
 *
 * Its functions reject with EIP-1193 errors, and with `not_supported` for requests that nobody can review: a bare
 * hash, delegations (EIP-7702) and blobs.
 *
 * @example
 * const account = await toViemAccount({ wallet });
 * const client = createWalletClient({ account, chain: base, transport: http(rpcUrl) });
 */
export async function toViemAccount({
  wallet,
}: {
  wallet: ProvidedWallet;
}): Promise<LocalAccount<'latchkey'>> {
  const address = wallet.address as Hex;
  const request = async (method: string, params: readonly unknown[]) =>
    (await wallet.getEthereumProvider()).request({ method, params }) as Promise<Hex>;
  const account: Omit<LocalAccount<'latchkey'>, 'publicKey'> = {
    address,
    source: 'latchkey',
    type: 'local',
    signMessage: ({ message }) => request('personal_sign', [messageToHex(message), address]),
    signTypedData: (typedData) =>
      request('eth_signTypedData_v4', [address, toText(typedData as TypedDataDefinition)]),
    async signTransaction(given) {
      const transaction = toRequest(given);
      const { chainId } = transaction;
      // The wallet is on one chain at a time, and signs for that chain.
      if (chainId !== undefined) await request('wallet_switchEthereumChain', [{ chainId }]);
      return request('eth_signTransaction', [{ ...transaction, from: address }]);
    },
    sign: () => refuse('sign'),
    signAuthorization: () => refuse('signAuthorization'),
  };
  // Like viem's own accounts of a custom source, it has no public key.
  return account as LocalAccount<'latchkey'>;
}

/** Rejects a request to sign something that nobody can review, such as a bare hash. */
async function refuse(name: string): Promise<never> {
  return fail('not_supported', {
    message: `The embedded wallet does not support ${name}()`,
    details: { reason: 'method_missing' },
  });
}

/** Encodes a message as bytes in hex. The wallet would take a text that looks like hex digits for bytes. */
function messageToHex(message: SignableMessage): Hex {
  if (typeof message !== 'string' && typeof message.raw === 'string') return message.raw;
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message.raw;
  return bytesToHex(bytes as Uint8Array);
}

function toText({ domain = {}, ...typedData }: TypedDataDefinition): string {
  const replace = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  return JSON.stringify({ domain, ...typedData }, replace);
}

const types: Readonly<Record<string, Hex>> = { legacy: '0x0', eip2930: '0x1', eip1559: '0x2' };
/** Fields that viem's clients add and that are not signed. */
const besides = ['account', 'chain', 'from', 'kzg', 'nonceManager'];

/** Converts viem's transaction to JSON-RPC. Unknown fields are kept, and an embedded wallet rejects them. */
function toRequest(given: TransactionSerializable): Partial<Record<string, unknown>> {
  const { type, ...others } = given as Partial<Record<string, unknown>>;
  const fields = Object.entries(others)
    .filter(([name, value]) => value !== undefined && !besides.includes(name))
    .map(([name, value]) => [name, toField(value)]);
  if (type === undefined) return Object.fromEntries(fields);
  const named = types[String(type)];
  if (!named)
    fail('not_supported', {
      message: `The embedded wallet signs no ${String(type)} transactions`,
      details: { reason: 'transaction_type' },
    });
  return { ...Object.fromEntries(fields), type: named };
}

const toField = (value: unknown) =>
  typeof value === 'bigint' || typeof value === 'number' ? toHex(value) : value;
