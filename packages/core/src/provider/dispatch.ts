import type { ChainSettings } from '../config/index.ts';
import type { PageContext } from '../contexts.ts';
import { toHex } from '../hex.ts';
import { callNode, refuseChain, refuseNodeless, rpcUrlOf } from '../nodes/index.ts';
import type { OwnChain } from '../wallets/index.ts';
import type { EthereumProvider } from './createProvider.ts';
import { providerError, toProviderError } from './toProviderError.ts';
import { toChainId } from './transactionParams.ts';

type Params = readonly unknown[];
/** Methods that a provider answers itself, by name. */
export type Methods = Readonly<Record<string, (params: Params) => unknown>>;

interface Answering {
  readonly settings: () => ChainSettings;
  readonly chain: OwnChain;
  readonly findMethod: (name: string) => Methods[string] | undefined;
  /** Waits until it is known who is signed in. */
  readonly begin?: (() => Promise<void>) | undefined;
  readonly name: string;
}

/** Methods that go to the chain's node: reads, and sending a signed transaction, but no `eth_sign…`. */
const readMethods = /^(eth_(?!sign|send(?!RawTransaction$)|accounts|coinbase)|net_|web3_)/;

/** Answers requests with the wallet's own methods, with the chain's node, or with the standard errors. */
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
      // No `await` if `begin` is absent, because browsers allow a popup only during the click.
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

/** Creates the methods that return and switch the chain, among the client's chains. */
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
    // A malicious dapp could add a chain with its own node, which would report false data to the user. Only
    // configured chains are accepted.
    wallet_addEthereumChain([given]) {
      assertConfigured(toChainId(given));
      return null;
    },
  };
}
