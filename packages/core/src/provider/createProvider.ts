import { refuseChain, refuseNodeless, rpcUrlOf, toChains } from '../config/index.ts';
import { askNode } from '../http/index.ts';
import type { Internals } from '../internals.ts';
import type { TransactionRequest } from '../transactions/index.ts';
import { type Hex, isSameAddress, type SignRequest, toSignRequest, unlockWallet } from '../wallets/index.ts';
import { type CallsParts, createCalls } from './calls.ts';
import { createPermissions } from './permissions.ts';
import { createProviderEvents, type ProviderEvents } from './providerEvents.ts';
import { providerError, toProviderError } from './toProviderError.ts';
import { readTransactionParams, toChainId } from './transactionParams.ts';
import { checkAsset } from './watchAsset.ts';

export interface RequestArguments {
  readonly method: string;
  readonly params?: readonly unknown[] | Readonly<Record<string, unknown>>;
}

/** The embedded wallet as dapp libraries know wallets (EIP-1193). */
export interface EthereumProvider extends Pick<ProviderEvents, 'on' | 'removeListener'> {
  /** @throws ProviderRpcError with the codes of EIP-1193 and EIP-1474 */
  request(args: RequestArguments): Promise<unknown>;
}

export interface ProviderParts {
  readonly internals: Internals;
  /** The wallet's address. */
  readonly address: string;
  /** Signs, after asking the person where the host wants that. */
  readonly sign: (request: SignRequest) => Promise<Hex>;
  /** The same for a transaction that is sent; gives its hash. */
  readonly send: (transaction: TransactionRequest) => Promise<Hex>;
  /** The same for one that is signed alone. */
  readonly signTransaction: (transaction: TransactionRequest) => Promise<Hex>;
  readonly check: CallsParts['check'];
  readonly waitForReceipt: CallsParts['waitForReceipt'];
}

type Params = readonly unknown[];

/**
 * What signs is answered here or not at all; everything else under these names reads, or sends what is signed already.
 */
const readMethods = /^(eth_(?!sign|send(?!RawTransaction$)|accounts|coinbase)|net_|web3_)/;

/** Makes the provider of one wallet. */
export function createProvider(parts: ProviderParts): EthereumProvider {
  const { internals, address, sign: signRequest, send, signTransaction } = parts;
  const settings = toChains(internals.options.config ?? {});
  let chainId = settings.defaultChain.id;
  const events = createProviderEvents(internals, address);

  const signAs = async (method: SignRequest['method'], data: unknown, signer: unknown) => {
    if (typeof signer !== 'string' || !isSameAddress(signer, address)) {
      throw providerError(4100, `This wallet signs for ${address} only`);
    }
    return signRequest(await toSignRequest(internals, { method, data, address }));
  };
  const assertConfigured = (wished: number) =>
    settings.chains.some(({ id }) => id === wished) || refuseChain(wished);
  const toTransaction = (transaction: unknown) => readTransactionParams(transaction, { address, chainId });

  const methods: Readonly<Record<string, (params: Params) => unknown>> = {
    eth_accounts: () => events.accounts(),
    async eth_requestAccounts() {
      await unlockWallet(internals, address);
      events.setRevoked(false);
      return [address];
    },
    eth_chainId: () => toHex(chainId),
    personal_sign: ([data, signer]) => signAs('personal_sign', data, signer),
    eth_signTypedData_v4: ([signer, data]) => signAs('eth_signTypedData_v4', data, signer),
    eth_sendTransaction: ([transaction]) => send(toTransaction(transaction)),
    eth_signTransaction: ([transaction]) => signTransaction(toTransaction(transaction)),
    wallet_switchEthereumChain([wish]) {
      const wished = toChainId(wish);
      if (wished === chainId) return null;
      assertConfigured(wished);
      chainId = wished;
      events.emit('chainChanged', toHex(chainId));
      return null;
    },
    // Threat: a dapp that adds a chain with a node of its own, which would lie to the person about it.
    wallet_addEthereumChain([chain]) {
      assertConfigured(toChainId(chain));
      return null;
    },
    wallet_watchAsset: ([asset]) => checkAsset(asset),
    ...createPermissions(internals, address, events),
    ...createCalls({ ...parts, settings }),
  };

  async function read(method: string, params: Params): Promise<unknown> {
    const url = rpcUrlOf(settings, chainId) ?? refuseNodeless(chainId);
    const reply = await askNode(internals.environment, url, { method, params });
    if (reply.error) throw providerError(reply.error.code, reply.error.message, reply.error.data);
    return reply.result;
  }

  return {
    on: events.on,
    removeListener: events.removeListener,
    async request({ method, params = [] }) {
      const list = Array.isArray(params) ? (params as Params) : [params];
      try {
        if (Object.hasOwn(methods, method)) return await methods[method]?.(list);
        if (readMethods.test(method)) return await read(method, list);
      } catch (error) {
        throw toProviderError(error);
      }
      throw providerError(4200, `The embedded wallet does not support ${method}`);
    },
  };
}

const toHex = (value: number): Hex => `0x${value.toString(16)}`;
