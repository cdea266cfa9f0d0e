import { parseUrl } from '@latchkey/core';

/** What a chain says of where people look transactions up; viem's chain objects fit. */
export interface WithExplorer {
  readonly blockExplorers?: { readonly default: { readonly url: string } } | undefined;
}

const publicExplorer = 'https://etherscan.io';

/**
 * Where a transaction can be looked up: at the chain's own explorer, or at the public one of Ethereum where the chain's
 * address is missing or wrong (DISP-04).
 *
 * Threat: an address with another scheme, such as `javascript:`, would run in the host's page.
 */
export function explorerLink(chain: WithExplorer, hash: string): string {
  const given = chain.blockExplorers?.default.url;
  const { origin, pathname } = new URL(isUrl(given) ? given : publicExplorer);
  return `${origin}${pathname.replace(/\/+$/, '')}/tx/${encodeURIComponent(hash)}`;
}

function isUrl(value: unknown): value is string {
  return typeof value === 'string' && /^https?:/.test(parseUrl(value)?.protocol ?? '');
}
