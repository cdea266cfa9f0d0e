import type { ChainSettings } from '../config/index.ts';
import type { PageContext } from '../contexts.ts';
import { toHex } from '../hex.ts';
import { callNode, refuseChain, refuseNodeless, rpcUrlOf } from '../nodes/index.ts';
import type { OwnChain } from '../wallets/index.ts';
import type { EthereumProvider } from './createProvider.ts';
import { providerError, toProviderError } from './toProviderError.ts';
import { toChainId } from './transactionParams.ts';

type Params = readonly unknown[];
/** What a provider answers itself, by method. */
export type Methods = Readonly<Record<string, (params: Params) => unknown>>;

interface Answering {
  /** The chains of the client, which the app config may add to. */
  readonly settings: () => ChainSettings;
  /** Which chain the wallet is on. */
  readonly chain: OwnChain;
  readonly findMethod: (name: string) => Methods[string] | undefined;
  /** Waits until it is known who is signed in. */
  readonly begin?: (() => Promise<void>) | undefined;
  /** What the wallet is called where it does not do something. */
  readonly name: string;
}

/**
 * What signs is answered by the wallet or not at all; everything else under these names reads, or sends what is signed already.
 */
const readMethods = /^(eth_(?!sign|send(?!RawTransaction$)|accounts|coinbase)|net_|web3_)/;

/** Answers requests by the wallet's own methods, by the chain's node, or with the errors that dapps know. */
export function answerAll(
  page: PageContext,
  { settings, chain, findMethod, begin, name }: Answering,
): EthereumProvider['request'] {
  async function read(method: string, params: Params): Promise<unknown> {
    const url = rpcUrlOf(settings(), chain.get()) ?? refuseNodeless(chain.get());
    const reply = await callNode(page.environment, url, { method, params });
    if (reply.error) throw providerError(reply.error.code, reply.error.message, reply.error.data);
    return reply.result;
  }

  return async ({ method, params = [] }) => {
    const list = Array.isArray(params) ? (params as Params) : [params];
    try {
      // Not where there is nothing to wait for: a window opens in the press alone.
      if (begin) await begin();
      const answer = findMethod(method);
      if (answer) return await answer(list);
      if (readMethods.test(method)) return await read(method, list);
    } catch (error) {
      throw toProviderError(error);
    }
    throw providerError(4200, `The ${name} does not support ${method}`);
  };
}

/** The methods by which a dapp asks for the chain and changes it, among the client's chains. */
export function createChainMethods(settings: () => ChainSettings, chain: OwnChain): Methods {
  const assertConfigured = (wished: number) =>
    settings().chains.some(({ id }) => id === wished) || refuseChain(wished);
  return {
    eth_chainId: () => toHex(chain.get()),
    wallet_switchEthereumChain([given]) {
      const wished = toChainId(given);
      if (wished === chain.get()) return null;
      assertConfigured(wished);
      chain.set(wished);
      return null;
    },
    // Threat: a dapp that adds a chain with a node of its own, which would lie to the person about it.
    wallet_addEthereumChain([given]) {
      assertConfigured(toChainId(given));
      return null;
    },
  };
}
