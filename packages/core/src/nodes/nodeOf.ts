import { fail } from '@latchkey/wire';
import type { ChainSettings } from '../config/index.ts';

/** Returns the JSON-RPC URL of a chain: from rpcConfig, or else the chain's own; undefined without one. */
export function rpcUrlOf({ chains, rpcConfig }: ChainSettings, chainId: number): string | undefined {
  const own = chains.find(({ id }) => id === chainId)?.rpcUrls?.default.http[0];
  return rpcConfig.rpcUrls[chainId] ?? own;
}

/** Rejects a chain that is not configured (TX-12). @throws ServiceError `unsupported_chain_id` */
export function refuseChain(chainId: number): never {
  return fail('unsupported_chain_id', {
    message: `Chain ID ${chainId} is not supported. It must be added to the config.supportedChains property of the LatchkeyProvider.`,
  });
}

/** Rejects a chain without a JSON-RPC URL. @throws ServiceError `unsupported_chain_id` */
export function refuseNodeless(chainId: number): never {
  return fail('unsupported_chain_id', {
    message: `There is no JSON-RPC address for chain ${chainId}. Add it to config.rpcConfig.`,
  });
}
