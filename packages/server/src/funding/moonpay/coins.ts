import { knownChains, type MoonpayCode, type OtherMoonpayCode } from '@latchkey/wire';
import { type Asset, erc20, native, sol, solanaUsdc, usdc } from '../assets.ts';

const wethPolygon = erc20(137, 'WETH', '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619');

/** Coin behind a client's currency code, with MoonPay's name for it. */
interface MoonpayCoin {
  readonly asset: Asset;
  readonly name: string;
}

/** Coins whose codes are not in the chain records. */
const otherCoins: Readonly<Record<OtherMoonpayCode, MoonpayCoin>> = {
  // Binance closed this network in 2024. The code is kept because it is in the documented list.
  BNB_BNB: {
    asset: { caip2: 'cosmos:Binance-Chain-Tigris', symbol: 'BNB', decimals: 8, token: null },
    name: 'bnb',
  },
  BNB_BSC: { asset: native(56, 'BNB'), name: 'bnb_bsc' },
  CUSD_CELO: { asset: erc20(42_220, 'CUSD', '0x765DE816845861e75A25fCA122bb6898B8B1282a'), name: 'cusd' },
  DAI_ETHEREUM: { asset: erc20(1, 'DAI', '0x6B175474E89094C44Da98b954EedeAC495271d0F'), name: 'dai' },
  ETH_OPTIMISM: { asset: native(10, 'ETH'), name: 'eth_optimism' },
  ETH_POLYGON: { asset: wethPolygon, name: 'eth_polygon' },
  FIL_FVM: { asset: native(314, 'FIL'), name: 'fil' },
  MATIC_ETHEREUM: { asset: erc20(1, 'MATIC', '0x7D1AfA7B718fb893dB30A3aBc0Cfc608AaCfeBB0'), name: 'matic' },
  SOL: { asset: sol, name: 'sol' },
  USDC_SOL: { asset: solanaUsdc, name: 'usdc_sol' },
  USDT_ETHEREUM: { asset: erc20(1, 'USDT', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 6), name: 'usdt' },
  USDT_POLYGON: {
    asset: erc20(137, 'USDT', '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', 6),
    name: 'usdt_polygon',
  },
  WBTC_ETHEREUM: { asset: erc20(1, 'WBTC', '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 8), name: 'wbtc' },
  WETH_POLYGON: { asset: wethPolygon, name: 'weth_polygon' },
};

const codes = Object.fromEntries([
  ...Object.entries(otherCoins),
  ...knownChains.flatMap(({ id, symbol, moonpay: { native: own, usdc: dollar } = {} }) => [
    ...(own ? [[own.code, { asset: native(id, symbol), name: own.name }] as const] : []),
    ...(dollar ? [[dollar.code, { asset: usdc(id), name: dollar.name }] as const] : []),
  ]),
]) as Readonly<Record<MoonpayCode, MoonpayCoin>>;
const coins = Object.values(codes);

export const moonpayCoins: readonly Asset[] = coins.map(({ asset }) => asset);

export const moonpayAsset = (code: MoonpayCode): Asset => codes[code].asset;

/** Finds a coin by MoonPay's name. Returns null if it is not among ours. */
export const findMoonpayAsset = (name: string): Asset | null =>
  coins.find((coin) => coin.name === name.toLowerCase())?.asset ?? null;

export const moonpayName = (code: MoonpayCode): string => codes[code].name;
