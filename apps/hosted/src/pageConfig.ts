import type { Chain, HostConfig } from '@latchkey/core';

/** Configuration that the serving process writes into the page. */
export interface PageConfig {
  readonly apiUrl: string;
  readonly chains: readonly {
    readonly id: number;
    readonly name: string;
    readonly rpc_url: string;
    readonly symbol?: string;
    readonly decimals?: number;
    readonly explorer_url?: string;
    readonly testnet?: boolean;
  }[];
}

export function readPageConfig(): PageConfig {
  return JSON.parse(document.getElementById('config')?.textContent ?? '{}') as PageConfig;
}

/**
 * Returns the client's configuration. Its chains are the deployment's own, because a malicious requester that could
 * choose a node could show the user false data in the review.
 */
export function toHostConfig({ chains }: PageConfig, locale: string): HostConfig {
  return {
    chains: chains.map(toChain),
    render: { standalone: true },
    embeddedWallets: { noPromptOnSignature: false },
    intl: { locale },
    loginMethods,
  };
}

function toChain({
  decimals = 18,
  explorer_url,
  id,
  name,
  rpc_url,
  symbol = 'ETH',
  testnet,
}: PageConfig['chains'][number]): Chain {
  return {
    id,
    name,
    rpcUrls: { default: { http: [rpc_url] } },
    nativeCurrency: { name: symbol, symbol, decimals },
    ...(explorer_url ? { blockExplorers: { default: { name: 'Explorer', url: explorer_url } } } : {}),
    ...(testnet ? { testnet } : {}),
  };
}

/**
 * Login methods that the pages offer if the app has enabled them. Telegram is missing, because the page's policy does
 * not allow its script.
 */
const loginMethods: NonNullable<HostConfig['loginMethods']> = [
  'email',
  'sms',
  'google',
  'apple',
  'twitter',
  'discord',
  'github',
  'linkedin',
  'spotify',
  'instagram',
  'tiktok',
  'oidc',
  'farcaster',
  'wallet',
  'passkey',
];
