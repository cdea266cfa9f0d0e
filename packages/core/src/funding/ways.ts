import { coinbaseUsdcChains } from '@latchkey/wire';
import type { Chain } from '../config/index.ts';
import { type Internals, internalsOf } from '../internals.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { isSameAddress } from '../wallets/index.ts';
import type { FundingRequest, FundingWay } from './funding.ts';
import { chainsOfHost, findCoin, nodeUrlOf, standsFor } from './networks.ts';
import { findBlockchain, findMoonpayCode, moonpayModeOf } from './onRamp/codes.ts';

/**
 * The ways that the app offers for a request, in the order in which they are shown, and no others (FUND-02): `external` is a
 * transfer from a wallet and the bare address, with bridging also from another network.
 */
export function listFundingWays(client: LatchkeyClient, request: FundingRequest): readonly FundingWay[] {
  const internals = internalsOf(client);
  const config = internals.state.get().settings?.fundingConfig;
  if (!config) return [];
  const has = (method: (typeof config.methods)[number]) => config.methods.includes(method);
  const cards: FundingWay[] = [];
  if (isFundedByCard(internals, request.address)) {
    if (has('moonpay') && isMoonpayPossible(internals, request)) cards.push('moonpay');
    if (has('coinbase-onramp') && isCoinbasePossible(internals, request)) cards.push('coinbase');
    if (request.preferredProvider === 'coinbase') cards.reverse();
  }
  if (!has('external')) return cards;
  const isBridged = config.crossChainBridgingEnabled && listBridgeChains(internals, request).length > 0;
  return [
    ...cards,
    ...(isSentByWallet(request) ? (['wallet'] as const) : []),
    ...(isBridged ? (['bridge'] as const) : []),
    'manual',
  ];
}

/**
 * Whether a provider may be asked to fund an address: one of the user's, unless the app also allows others. The service's
 * refusal is the one that counts; this one is faster.
 */
export function isFundedByCard({ state }: Internals, address: string): boolean {
  const { user, settings } = state.get();
  const isOwn = user?.linkedAccounts.some(
    (account) => account.type === 'wallet' && isSameAddress(account.address, address),
  );
  return isOwn === true || settings?.fundingConfig?.services?.connected_wallets === true;
}

/** The host's other chains from which a request could be funded: with the same coin, and test networks only for test networks. */
export function listBridgeChains(
  internals: Internals,
  { chain: to, asset }: FundingRequest,
): readonly Chain[] {
  if (!to || typeof asset === 'object' || findQuotesUrl(internals, to) === null) return [];
  return listKinChains(internals, to, asset).filter(({ id }) => id !== to.id);
}

/**
 * The host's chains that have the same coin as one of them, and a node that says what is there. What a transfer between them
 * costs is then a difference that we compute, and no claim of the quote service's.
 */
export function listKinChains(
  internals: Internals,
  to: Chain,
  asset: FundingRequest['asset'],
): readonly Chain[] {
  const coinOf = (chain: Chain) => findCoin(internals, { chainType: 'ethereum', chain }, asset);
  const wanted = coinOf(to);
  return chainsOfHost(internals).chains.filter((chain) => {
    const coin = coinOf(chain);
    const isKin = coin?.symbol === wanted?.symbol && coin?.decimals === wanted?.decimals;
    const isOne = chain.id === to.id;
    if (typeof asset === 'object' && !isOne) return false; // one address is another contract elsewhere
    return isKin && isTestnet(chain) === isTestnet(to) && nodeUrlOf(internals, chain) !== undefined;
  });
}

const isTestnet = ({ testnet }: Chain): boolean => testnet === true;

/** Root of the quote service for a chain (BRDG-03); null where the app has none. */
export function findQuotesUrl({ state }: Internals, chain: Chain): string | null {
  const services = state.get().settings?.fundingConfig?.services;
  return (isTestnet(chain) ? services?.quotes_test_url : services?.quotes_url) ?? null;
}

/** The contracts that a deposit of a quote on a chain may go to, by the operator; empty where they named none. */
export function listDeposits({ state }: Internals, { id }: Chain): readonly string[] {
  const named = state.get().settings?.fundingConfig?.services?.quote_deposits ?? {};
  return Object.hasOwn(named, String(id)) ? (named[String(id)] ?? []) : [];
}

function isMoonpayPossible(internals: Internals, request: FundingRequest): boolean {
  return moonpayModeOf(internals) !== null && findMoonpayCode(internals, request) !== null;
}

function isCoinbasePossible(internals: Internals, { network, chain, asset }: FundingRequest): boolean {
  const { services } = internals.state.get().settings?.fundingConfig ?? {};
  if (services?.coinbase_pay_url === undefined || typeof asset === 'object') return false;
  if (findBlockchain(internals, network) === null) return false;
  return asset !== 'USDC' || !chain || coinbaseUsdcChains.some((id) => id === standsFor(internals, chain));
}

/** Wallets of Solana that people bring are on its main network; a transfer of a token needs an account for it, not made here. */
const isSentByWallet = ({ network, asset }: FundingRequest) =>
  network.chainType === 'ethereum' || (network.chain === 'solana:mainnet' && asset === 'native-currency');
