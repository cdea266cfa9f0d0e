// Printed from the records of chains (docs/recipes/chain.md). Run `UPDATE_DOCS=1 npx vitest run --project unit scripts/docs`.
import type { ChainCoinCode, ChainIdAtMoonpay, ChainIdWith, ChainIdWithCoinbaseUsdc } from './known.ts';

/** MoonPay's code of a chain's native currency, by chain id (MOON-03). No other chain's currency is offered. */
export const moonpayNative: Readonly<Record<number, ChainCoinCode>> = {
  1: 'ETH_ETHEREUM',
  137: 'MATIC_POLYGON',
  8453: 'ETH_BASE',
  42161: 'ETH_ARBITRUM',
  42220: 'CELO_CELO',
  43114: 'AVAX_CCHAIN',
} satisfies Readonly<Record<ChainIdAtMoonpay<'native'>, ChainCoinCode>>;

/** MoonPay's code of USDC, by chain id. */
export const moonpayUsdc: Readonly<Record<number, ChainCoinCode>> = {
  1: 'USDC_ETHEREUM',
  10: 'USDC_OPTIMISM',
  137: 'USDC_POLYGON',
  8453: 'USDC_BASE',
  42161: 'USDC_ARBITRUM',
} satisfies Readonly<Record<ChainIdAtMoonpay<'usdc'>, ChainCoinCode>>;

/** Coinbase Onramp's name of a chain, by chain id (COIN-04). */
export const coinbaseBlockchains = {
  1: 'ethereum',
  10: 'optimism',
  137: 'polygon',
  8453: 'base',
  42161: 'arbitrum',
} as const satisfies Readonly<Record<ChainIdWith<'coinbase'>, string>>;

/** Chains on which Coinbase Onramp sells USDC, besides their native currency. */
export const coinbaseUsdcChains: readonly number[] = [
  1, 10, 137, 8453,
] satisfies readonly ChainIdWithCoinbaseUsdc[];

/** Contracts of USDC, Circle's own ones, by chain id. */
export const usdcAddresses: Readonly<Record<number, `0x${string}`>> = {
  1: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  10: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
  137: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  8453: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  42161: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  43113: '0x5425890298aed601595a70AB815c96711a31Bc65',
  43114: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
  80002: '0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582',
  84532: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  421614: '0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d',
  11155111: '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238',
  11155420: '0x5fd84259d66Cd46123540766Be93DFE6D43130D7',
} satisfies Readonly<Record<ChainIdWith<'usdc'>, `0x${string}`>>;
