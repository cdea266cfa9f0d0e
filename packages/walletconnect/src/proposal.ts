import type { ConnectorContext } from '@latchkey/core';
import type { EngineTypes } from '@walletconnect/types';

/** Methods that are requested from a wallet. It answers which of them it supports. */
const methods = [
  'personal_sign',
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'eth_signTypedData',
  'eth_signTransaction',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_watchAsset',
  'wallet_getCapabilities',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
] as const;

/**
 * Creates the session proposal of a page: the app's chains, the wanted one first. Everything is optional, because a
 * wallet rejects a proposal with a requirement that it lacks. A Safe, for example, is on a single chain.
 */
export function toProposal({ chains }: ConnectorContext, chainId: number): EngineTypes.ConnectParams {
  const ids = new Set([chainId, ...chains.map(({ id }) => id)]);
  return {
    optionalNamespaces: {
      eip155: {
        chains: [...ids].map((id) => `eip155:${id}`),
        methods: [...methods],
        events: ['accountsChanged', 'chainChanged'],
      },
    },
  };
}
