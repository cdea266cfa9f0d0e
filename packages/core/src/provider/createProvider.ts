import { fail } from '@latchkey/wire';
import { rpcUrlOf, toChains } from '../config/index.ts';
import { askNode } from '../http/index.ts';
import type { Internals } from '../internals.ts';
import { type Hex, isSameAddress, type SignRequest, toSignRequest, unlockWallet } from '../wallets/index.ts';
import { createProviderEvents, type ProviderEvents } from './providerEvents.ts';
import { providerError, toProviderError } from './toProviderError.ts';

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
}

type Params = readonly unknown[];

/** What signs or sends is answered here or not at all; everything else under these names only reads. */
const readMethods = /^(eth_(?!sign|send|accounts|coinbase)|net_|web3_)/;

/** Makes the provider of one wallet. */
export function createProvider({ internals, address, sign: signRequest }: ProviderParts): EthereumProvider {
  const settings = toChains(internals.options.config ?? {});
  let chainId = settings.defaultChain.id;
  const events = createProviderEvents(internals, address);

  const signAs = async (method: SignRequest['method'], data: unknown, signer: unknown) => {
    if (typeof signer !== 'string' || !isSameAddress(signer, address)) {
      throw providerError(4100, `This wallet signs for ${address} only`);
    }
    return signRequest(await toSignRequest(internals, { method, data, address }));
  };

  const methods: Readonly<Record<string, (params: Params) => unknown>> = {
    eth_accounts: () => events.accounts(),
    async eth_requestAccounts() {
      await unlockWallet(internals, address);
      return [address];
    },
    eth_chainId: () => toHex(chainId),
    personal_sign: ([data, signer]) => signAs('personal_sign', data, signer),
    eth_signTypedData_v4: ([signer, data]) => signAs('eth_signTypedData_v4', data, signer),
    wallet_switchEthereumChain([wish]) {
      const wished = Number((wish as { chainId?: unknown } | undefined)?.chainId);
      if (wished === chainId) return null;
      if (!settings.chains.some(({ id }) => id === wished)) {
        fail('unsupported_chain_id', {
          message: `Chain ID ${wished} is not supported. It must be added to the config.supportedChains property of the LatchkeyProvider.`,
        });
      }
      chainId = wished;
      events.emit('chainChanged', toHex(chainId));
      return null;
    },
  };

  async function read(method: string, params: Params): Promise<unknown> {
    const url = rpcUrlOf(settings, chainId);
    if (!url)
      fail('unsupported_chain_id', {
        message: `There is no JSON-RPC address for chain ${chainId}. Add it to config.rpcConfig.`,
      });
    const reply = await askNode(internals.environment, url, { method, params });
    if ('error' in reply && reply.error)
      throw providerError(reply.error.code, reply.error.message, reply.error.data);
    return 'result' in reply ? reply.result : null;
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
