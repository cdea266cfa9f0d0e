import { fail } from '@latchkey/wire';
import { defaults } from './defaults.ts';
import type { Chain, HostConfig } from './options.ts';

/** The chains of the embedded wallet's provider. They are the host's alone: the app config has none. */
export interface ChainSettings {
  readonly chains: readonly Chain[];
  readonly defaultChain: Chain;
  readonly rpcConfig: { readonly rpcUrls: Readonly<Record<number, string>> };
}

/** Fills in the chains where the host names only some of chains, default and addresses (CONF-31). */
export function toChains(host: HostConfig): ChainSettings {
  const rpcUrls = host.rpcConfig?.rpcUrls ?? {};
  const named = host.chains ?? host.supportedChains;
  const fromUrls = Object.keys(rpcUrls).map((id) => ({ id: Number(id), name: `Chain ${id}` }));
  const chains = named ?? (fromUrls.length > 0 ? fromUrls : [host.defaultChain ?? defaults.chain]);
  const [first = defaults.chain] = chains;
  return { chains, defaultChain: host.defaultChain ?? first, rpcConfig: { rpcUrls } };
}

/** The JSON-RPC address of a chain: that of rpcConfig, else the chain's own; undefined without one. */
export function rpcUrlOf({ chains, rpcConfig }: ChainSettings, chainId: number): string | undefined {
  const own = chains.find(({ id }) => id === chainId)?.rpcUrls?.default.http[0];
  return rpcConfig.rpcUrls[chainId] ?? own;
}

/** Refuses a chain that the host did not configure (TX-12). @throws ServiceError `unsupported_chain_id` */
export function refuseChain(chainId: number): never {
  return fail('unsupported_chain_id', {
    message: `Chain ID ${chainId} is not supported. It must be added to the config.supportedChains property of the LatchkeyProvider.`,
  });
}

/** Refuses a chain whose node no one named. @throws ServiceError `unsupported_chain_id` */
export function refuseNodeless(chainId: number): never {
  return fail('unsupported_chain_id', {
    message: `There is no JSON-RPC address for chain ${chainId}. Add it to config.rpcConfig.`,
  });
}
