import type { AppChain } from '@latchkey/wire';
import { defaults } from './defaults.ts';
import type { Chain, HostConfig } from './options.ts';

/** Chains that wallets and fundings use: the host's and the app's own. */
export interface ChainSettings {
  readonly chains: readonly Chain[];
  readonly defaultChain: Chain;
  readonly rpcConfig: { readonly rpcUrls: Readonly<Record<number, string>> };
}

/**
 * Fills in the host's chains and default chain if they are missing (CONF-31), and adds the app's own chains.
 * The host's definition of a chain wins. If the host's list is empty, no chain is added to it.
 */
export function toChains(host: HostConfig, served: readonly AppChain[] = []): ChainSettings {
  const rpcUrls = host.rpcConfig?.rpcUrls ?? {};
  const named = host.chains ?? host.supportedChains;
  const own = served.map(toChain);
  const fromUrls = Object.keys(rpcUrls).map(
    (id) => own.find((chain) => chain.id === +id) ?? { id: +id, name: `Chain ${id}` },
  );
  const chains = named ?? (fromUrls[0] ? fromUrls : [host.defaultChain ?? defaults.chain]);
  const [first] = chains;
  return {
    chains: first ? [...chains, ...own.filter(({ id }) => chains.every((chain) => chain.id !== id))] : chains,
    defaultChain: host.defaultChain ?? first ?? defaults.chain,
    rpcConfig: { rpcUrls },
  };
}

const toChain = ({ native_currency, rpc_url, block_explorer_url: url, ...chain }: AppChain): Chain => ({
  ...chain,
  nativeCurrency: { ...native_currency, decimals: 18 },
  rpcUrls: { default: { http: [rpc_url] } },
  blockExplorers: url ? { default: { name: chain.name, url } } : undefined,
});

interface ChainsOwner {
  readonly page: { readonly options: { readonly config?: HostConfig } };
  readonly state: { get(): { readonly settings: ChainSettings | null } };
}

/** Returns the chains of a client: only the host's until the app config is loaded. */
export const chainSettingsOf = ({ page, state }: ChainsOwner): ChainSettings =>
  state.get().settings ?? toChains(page.options.config ?? {});
