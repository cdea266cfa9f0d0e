import { parseUrl } from '@latchkey/core';

/** Chain with a block explorer, as viem's chain objects describe it. */
export interface WithExplorer {
  readonly blockExplorers?: { readonly default: { readonly url: string } } | undefined;
}

const publicExplorer = 'https://etherscan.io';

/**
 * Returns the link to a transaction: at the chain's own explorer, or at Ethereum's public one if the chain's URL is
 * missing or invalid (DISP-04).
 *
 * A chain whose explorer URL has another scheme, such as `javascript:`, could run a script in the host page. Only
 * `http:` and `https:` URLs are used.
 */
export function explorerLink(chain: WithExplorer, hash: string): string {
  const given = chain.blockExplorers?.default.url;
  const { origin, pathname } = new URL(isUrl(given) ? given : publicExplorer);
  return `${origin}${pathname.replace(/\/+$/, '')}/tx/${encodeURIComponent(hash)}`;
}

function isUrl(value: unknown): value is string {
  return typeof value === 'string' && /^https?:/.test(parseUrl(value)?.protocol ?? '');
}
