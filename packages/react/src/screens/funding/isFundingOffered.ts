import type { AppSettings, Chain } from '@latchkey/core';

/**
 * Returns true if a wallet can be funded on a chain: the app has a modal and offers a method, and the chain is
 * configured.
 */
export function isFundingOffered(
  { fundingConfig, chains, headless }: AppSettings,
  { id }: Pick<Chain, 'id'>,
): boolean {
  return !headless && (fundingConfig?.methods.length ?? 0) > 0 && chains.some((chain) => chain.id === id);
}
