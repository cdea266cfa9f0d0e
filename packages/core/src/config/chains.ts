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
