import type { SoldCoin } from '../purse.ts';

const coin = (network: string, token: SoldCoin['token'] = 'native'): SoldCoin => ({ network, token });

/**
 * Currencies by the codes of MoonPay's API (https://api.moonpay.com/v3/currencies). The first development chain
 * stands for Ethereum, the second one for Base.
 */
const currencies: Readonly<Record<string, SoldCoin>> = {
  avax_cchain: coin('avalanche'),
  bnb: coin('bnb'),
  bnb_bsc: coin('bsc'),
  celo: coin('celo'),
  cusd: coin('celo', 'other'),
  dai: coin('ethereum', 'other'),
  eth: coin('ethereum'),
  eth_arbitrum: coin('arbitrum'),
  eth_base: coin('base'),
  eth_optimism: coin('optimism'),
  eth_polygon: coin('polygon', 'other'),
  fil: coin('filecoin'),
  matic: coin('ethereum', 'other'),
  matic_polygon: coin('polygon'),
  sol: coin('solana'),
  usdc: coin('ethereum', 'usdc'),
  usdc_arbitrum: coin('arbitrum', 'usdc'),
  usdc_base: coin('base', 'usdc'),
  usdc_optimism: coin('optimism', 'usdc'),
  usdc_polygon: coin('polygon', 'usdc'),
  usdc_sol: coin('solana', 'usdc'),
  usdt: coin('ethereum', 'other'),
  usdt_polygon: coin('polygon', 'other'),
  wbtc: coin('ethereum', 'other'),
  weth_polygon: coin('polygon', 'other'),
};

export const findCurrency = (code: string): SoldCoin | null =>
  Object.hasOwn(currencies, code) ? (currencies[code] ?? null) : null;
