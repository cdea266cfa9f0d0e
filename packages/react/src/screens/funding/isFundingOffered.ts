import type { AppSettings, Chain } from '@latchkey/core';

/** Whether a wallet can be funded on a chain: the app offers a method, and the host has the chain. */
export function isFundingOffered(
  { fundingConfig, chains, headless }: AppSettings,
  { id }: Pick<Chain, 'id'>,
): boolean {
  return !headless && (fundingConfig?.methods.length ?? 0) > 0 && chains.some((chain) => chain.id === id);
}
