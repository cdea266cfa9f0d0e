import type { AppChain } from '@latchkey/wire';
import { defaults } from './defaults.ts';
import type { Chain, HostConfig } from './options.ts';

/** The chains of the embedded wallet's provider: the host's, and the app's own ones. */
export interface ChainSettings {
  readonly chains: readonly Chain[];
  readonly defaultChain: Chain;
  readonly rpcConfig: { readonly rpcUrls: Readonly<Record<number, string>> };
}

/**
 * Fills in the chains where the host names only some of chains, default and addresses (CONF-31), and adds the app's own
 * ones. A chain that both name is the host's. A host whose list is empty has no chain at all.
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

/** A SessionContext, as far as its chains are concerned. `contexts.ts` is above this module. */
interface ChainsOwner {
  readonly page: { readonly options: { readonly config?: HostConfig } };
  readonly state: { get(): { readonly settings: ChainSettings | null } };
}

/** Returns the chains of a client: the host's alone until the app config is there. */
export const chainSettingsOf = ({ page, state }: ChainsOwner): ChainSettings =>
  state.get().settings ?? toChains(page.options.config ?? {});
