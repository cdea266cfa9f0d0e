import type { Chain, HostConfig } from '@latchkey/core';

/** What the process that serves the page says in it. */
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

/** Reads it from the document. */
export function readPageConfig(): PageConfig {
  return JSON.parse(document.getElementById('config')?.textContent ?? '{}') as PageConfig;
}

/**
 * What the client of the page is told. Chains are those of the deployment, never those of who asks: their node could show
 * what it likes.
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

/** All but Telegram, whose script is no host of this page's policy. What the app has turned off is not offered. */
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
  'farcaster',
  'wallet',
  'passkey',
];
