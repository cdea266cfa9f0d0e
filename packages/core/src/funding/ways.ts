import type { FundingProvider } from '@latchkey/wire';
import { type Chain, chainSettingsOf } from '../config/index.ts';
import { contextsOf, type SessionContext } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import type { FundingMethod, FundingRequest, FundingWay } from './funding.ts';
import { isFundedByCard } from './isFundedByCard.ts';
import { findCoin, nodeUrlOf } from './networks.ts';
import type { OnRamp } from './onRamp/onRamp.ts';
import { onRampsByProvider } from './onRamp/onRamps.ts';

/**
 * The ways that the app offers for a request, in the order in which they are shown, and no others (FUND-02): `external` is a
 * transfer from a wallet and the bare address, with bridging also from another network.
 */
export function listFundingWays(client: LatchkeyClient, request: FundingRequest): readonly FundingWay[] {
  const { session } = contextsOf(client);
  const config = session.state.get().settings?.fundingConfig;
  if (!config) return [];
  const has = (method: FundingMethod) => config.methods.includes(method);
  const cards = isFundedByCard(session, request.address) ? listCards(session, request, has) : [];
  if (!has('external')) return cards;
  const isBridged = config.crossChainBridgingEnabled && listBridgeChains(session, request).length > 0;
  return [
    ...cards,
    ...(isSentByWallet(request) ? (['wallet'] as const) : []),
    ...(isBridged ? (['bridge'] as const) : []),
    'manual',
  ];
}

/** Lists the on-ramps that sell what is funded, the one first that the host prefers. */
function listCards(
  session: SessionContext,
  request: FundingRequest,
  has: (method: FundingMethod) => boolean,
): readonly FundingWay[] {
  const isPreferred = (way: FundingWay) => Number(way === request.preferredProvider);
  const onRamps = Object.entries(onRampsByProvider) as [FundingProvider, OnRamp][];
  return onRamps
    .filter(([provider, { isPossible }]) => has(provider) && isPossible(session, request))
    .map(([, { way }]) => way)
    .sort((a, b) => isPreferred(b) - isPreferred(a));
}

/** The client's other chains from which a request could be funded: with the same coin, and test networks only for test networks. */
export function listBridgeChains(
  session: SessionContext,
  { chain: to, asset }: FundingRequest,
): readonly Chain[] {
  if (!to || typeof asset === 'object' || findQuotesUrl(session, to) === null) return [];
  return listKinChains(session, to, asset).filter(({ id }) => id !== to.id);
}

/**
 * The client's chains that have the same coin as one of them, and a node that says what is there. What a transfer between them
 * costs is then a difference that we compute, and no claim of the quote service's.
 */
export function listKinChains(
  session: SessionContext,
  to: Chain,
  asset: FundingRequest['asset'],
): readonly Chain[] {
  const coinOf = (chain: Chain) => findCoin(session.page, { chainType: 'ethereum', chain }, asset);
  const wanted = coinOf(to);
  return chainSettingsOf(session).chains.filter((chain) => {
    const coin = coinOf(chain);
    const isKin = coin?.symbol === wanted?.symbol && coin?.decimals === wanted?.decimals;
    const isOne = chain.id === to.id;
    if (typeof asset === 'object' && !isOne) return false; // one address is another contract elsewhere
    return isKin && isTestnet(chain) === isTestnet(to) && nodeUrlOf(session, chain) !== undefined;
  });
}

const isTestnet = ({ testnet }: Chain): boolean => testnet === true;

/** Root of the quote service for a chain (BRDG-03); null where the app has none. */
export function findQuotesUrl(session: SessionContext, chain: Chain): string | null {
  const services = session.state.get().settings?.fundingConfig?.services;
  return (isTestnet(chain) ? services?.quotes_test_url : services?.quotes_url) ?? null;
}

/** The contracts that a deposit of a quote on a chain may go to, by the operator; empty where they named none. */
export function listDeposits(session: SessionContext, { id }: Chain): readonly string[] {
  const named = session.state.get().settings?.fundingConfig?.services?.quote_deposits ?? {};
  return Object.hasOwn(named, String(id)) ? (named[String(id)] ?? []) : [];
}

/** Wallets of Solana that people bring are on its main network; a transfer of a token needs an account for it, not made here. */
const isSentByWallet = ({ network, asset }: FundingRequest) =>
  network.chainType === 'ethereum' || (network.chain === 'solana:mainnet' && asset === 'native-currency');
