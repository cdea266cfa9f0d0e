import { usdcAddresses, usdcMints, type WebhookAsset } from '@latchkey/wire';

export interface Asset {
  readonly caip2: string;
  readonly symbol: string;
  readonly decimals: number;
  /** Address of the contract or mint; null for the network's native coin. */
  readonly token: string | null;
}

/** CAIP-2 id of Solana mainnet. https://namespaces.chainagnostic.org/solana/caip2 */
export const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

export const native = (chainId: number, symbol: string): Asset => ({
  caip2: `eip155:${chainId}`,
  symbol,
  decimals: 18,
  token: null,
});
export const erc20 = (chainId: number, symbol: string, token: string, decimals = 18): Asset => ({
  caip2: `eip155:${chainId}`,
  symbol,
  decimals,
  token,
});
export const usdc = (chainId: number): Asset => erc20(chainId, 'USDC', usdcAddresses[chainId] ?? '', 6);
export const sol: Asset = { caip2: solana, symbol: 'SOL', decimals: 9, token: null };
export const solanaUsdc: Asset = { caip2: solana, symbol: 'USDC', decimals: 6, token: usdcMints.mainnet };

export function toWebhookAsset({ caip2, token }: Pick<Asset, 'caip2' | 'token'>): WebhookAsset {
  if (token === null) return { type: 'native-token', address: null };
  return caip2.startsWith('solana:') ? { type: 'spl', mint: token } : { type: 'erc20', address: token };
}

/** Returns the chain id of an EVM network; null for other networks. */
export const chainIdOf = (caip2: string): number | null =>
  caip2.startsWith('eip155:') ? Number(caip2.slice('eip155:'.length)) : null;

/** Writes a number as a plain decimal, without an exponent. */
export function toDecimal(value: number): string {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  const padded = digits.padStart(digits.length + Math.max(0, 1 - point), '0').padEnd(Math.max(point, 0), '0');
  const at = Math.max(point, 1);
  const rest = padded.slice(at).replace(/0+$/, '');
  return `${padded.slice(0, at)}${rest && `.${rest}`}`;
}

/**
 * Converts an amount to the smallest unit, dropping digits that the coin does not have. Returns null for invalid
 * text.
 */
export function toUnits(amount: string, decimals: number): string | null {
  const [, whole = '', fraction = ''] = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(amount) ?? [];
  if (whole === '') return null;
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0')).toString();
}
