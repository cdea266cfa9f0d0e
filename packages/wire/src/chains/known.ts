import { mainnets } from './mainnets.ts';
import type { ChainRecord } from './record.ts';
import { testnets } from './testnets.ts';

type Records = typeof mainnets & typeof testnets;
type KnownChain = Records[keyof Records];

/** Known chains that have a fact. */
type ChainWith<Fact extends keyof ChainRecord> = Extract<KnownChain, Readonly<Record<Fact, unknown>>>;
type MoonpayCoins = ChainWith<'moonpay'>['moonpay'];
type CoinOf<Coins> = Coins extends Coins ? Coins[keyof Coins] : never;

/** Ids of the known chains that have a fact. A table of that fact lists exactly these. */
export type ChainIdWith<Fact extends keyof ChainRecord> = ChainWith<Fact>['id'];
/** Ids of the known chains whose native currency, or USDC, MoonPay sells. */
export type ChainIdAtMoonpay<Coin extends 'native' | 'usdc'> = Extract<
  KnownChain,
  { readonly moonpay: Readonly<Record<Coin, unknown>> }
>['id'];
/** Ids of the known chains on which Coinbase sells USDC. */
export type ChainIdWithCoinbaseUsdc = Extract<
  KnownChain,
  { readonly coinbase: { readonly sellsUsdc: true } }
>['id'];
/** MoonPay's code of a chain's native currency, or of USDC on a chain. */
export type ChainCoinCode = Extract<CoinOf<MoonpayCoins>, { readonly code: string }>['code'];
/** Name of a chain's picture in the modal. */
export type ChainMark = ChainWith<'mark'>['mark'];

const listChains = (): readonly ChainRecord[] =>
  [...Object.values(mainnets), ...Object.values(testnets)].sort((a, b) => a.id - b.id);

/** Records of all known chains, in the order of their ids. */
export const knownChains = /* @__PURE__ */ listChains();
