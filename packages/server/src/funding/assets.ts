import {
  type CoinbaseBlockchain,
  coinbaseBlockchains,
  type MoonpayCode,
  moonpayCodes,
  usdcAddresses,
  usdcMints,
  type WebhookAsset,
} from '@latchkey/wire';

/** A coin on a network. */
export interface Asset {
  readonly caip2: string;
  readonly symbol: string;
  readonly decimals: number;
  /** Its contract or mint; null for the coin of the network itself. */
  readonly token: string | null;
}

/** The main network of Solana. https://namespaces.chainagnostic.org/solana/caip2 */
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

const native = (chainId: number, symbol: string): Asset => ({
  caip2: `eip155:${chainId}`,
  symbol,
  decimals: 18,
  token: null,
});
const erc20 = (chainId: number, symbol: string, token: string, decimals = 18): Asset => ({
  caip2: `eip155:${chainId}`,
  symbol,
  decimals,
  token,
});
const usdc = (chainId: number): Asset => erc20(chainId, 'USDC', usdcAddresses[chainId] ?? '', 6);
const sol: Asset = { caip2: solana, symbol: 'SOL', decimals: 9, token: null };
const solanaUsdc: Asset = { caip2: solana, symbol: 'USDC', decimals: 6, token: usdcMints.mainnet };
const wethPolygon = erc20(137, 'WETH', '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619');

/** What MoonPay's codes mean, and its own name of each where that is not the code in lower case. */
const moonpay: Readonly<Record<MoonpayCode, { readonly asset: Asset; readonly name?: string }>> = {
  AVAX_CCHAIN: { asset: native(43_114, 'AVAX') },
  // The network that Binance closed in 2024; the code is in the documented list.
  BNB_BNB: {
    asset: { caip2: 'cosmos:Binance-Chain-Tigris', symbol: 'BNB', decimals: 8, token: null },
    name: 'bnb',
  },
  BNB_BSC: { asset: native(56, 'BNB') },
  CELO_CELO: { asset: native(42_220, 'CELO'), name: 'celo' },
  CUSD_CELO: { asset: erc20(42_220, 'CUSD', '0x765DE816845861e75A25fCA122bb6898B8B1282a'), name: 'cusd' },
  DAI_ETHEREUM: { asset: erc20(1, 'DAI', '0x6B175474E89094C44Da98b954EedeAC495271d0F'), name: 'dai' },
  ETH_ARBITRUM: { asset: native(42_161, 'ETH') },
  ETH_BASE: { asset: native(8_453, 'ETH') },
  ETH_ETHEREUM: { asset: native(1, 'ETH'), name: 'eth' },
  ETH_OPTIMISM: { asset: native(10, 'ETH') },
  ETH_POLYGON: { asset: wethPolygon },
  FIL_FVM: { asset: native(314, 'FIL'), name: 'fil' },
  MATIC_ETHEREUM: { asset: erc20(1, 'MATIC', '0x7D1AfA7B718fb893dB30A3aBc0Cfc608AaCfeBB0'), name: 'matic' },
  MATIC_POLYGON: { asset: native(137, 'POL') },
  SOL: { asset: sol },
  USDC_ARBITRUM: { asset: usdc(42_161) },
  USDC_BASE: { asset: usdc(8_453) },
  USDC_ETHEREUM: { asset: usdc(1), name: 'usdc' },
  USDC_OPTIMISM: { asset: usdc(10) },
  USDC_POLYGON: { asset: usdc(137) },
  USDC_SOL: { asset: solanaUsdc },
  USDT_ETHEREUM: { asset: erc20(1, 'USDT', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 6), name: 'usdt' },
  USDT_POLYGON: { asset: erc20(137, 'USDT', '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', 6) },
  WBTC_ETHEREUM: { asset: erc20(1, 'WBTC', '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 8), name: 'wbtc' },
  WETH_POLYGON: { asset: wethPolygon },
};

/** What a code of MoonPay's means. */
export const moonpayAsset = (code: MoonpayCode): Asset => moonpay[code].asset;

/** What MoonPay's own name of a coin means; null for one that we do not sell. */
export function findMoonpayAsset(name: string): Asset | null {
  const code = moonpayCodes.find((one) => moonpayName(one) === name.toLowerCase());
  return code ? moonpayAsset(code) : null;
}

/** What MoonPay's page calls it. */
export const moonpayName = (code: MoonpayCode): string => moonpay[code].name ?? code.toLowerCase();

/** What is bought on a network at Coinbase: its own coin, or USDC where nothing else is wanted. */
export function coinbaseAsset(blockchain: CoinbaseBlockchain, symbols: readonly string[]): Asset {
  const isUsdc = symbols.length > 0 && symbols.every((symbol) => symbol === 'USDC');
  if (blockchain === 'solana') return isUsdc ? solanaUsdc : sol;
  const chainId = chainOf(blockchain);
  return isUsdc ? usdc(chainId) : native(chainId, chainId === 137 ? 'POL' : 'ETH');
}

/** A network by Coinbase's name of it; one that we do not know is none of ours, and named so. */
export function networkOfCoinbase(name: string): string {
  if (name === 'solana') return solana;
  const known = Object.values(coinbaseBlockchains).find((one) => one === name);
  return known ? `eip155:${chainOf(known)}` : name;
}

function chainOf(blockchain: Exclude<CoinbaseBlockchain, 'solana'>): number {
  const [id] = Object.entries(coinbaseBlockchains).find(([, name]) => name === blockchain) ?? [];
  return Number(id);
}

const known = [...Object.values(moonpay).map(({ asset }) => asset), ...[10, 137].map(usdc)];

/** The coin of a name on a network; null for one that no provider of ours sells. */
export const findAsset = (caip2: string, symbol: string): Asset | null =>
  known.find((one) => one.caip2 === caip2 && one.symbol === symbol) ?? null;

/** As webhooks tell it. */
export function toWebhookAsset({ caip2, token }: Pick<Asset, 'caip2' | 'token'>): WebhookAsset {
  if (token === null) return { type: 'native-token', address: null };
  return caip2.startsWith('solana:') ? { type: 'spl', mint: token } : { type: 'erc20', address: token };
}

/** The chain id of a network of Ethereum; null for another. */
export const chainIdOf = (caip2: string): number | null =>
  caip2.startsWith('eip155:') ? Number(caip2.slice('eip155:'.length)) : null;

/** Writes a number out, without the exponent of small and large ones. */
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

/** An amount in the smallest unit; null for what is no amount. Finer digits than the coin has are left out. */
export function toUnits(amount: string, decimals: number): string | null {
  const [, whole = '', fraction = ''] = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(amount) ?? [];
  if (whole === '') return null;
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0')).toString();
}
