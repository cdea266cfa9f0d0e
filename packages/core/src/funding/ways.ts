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
 * Lists the ways that the app offers for a request, in display order (FUND-02). `external` covers a transfer from a
 * wallet, a manual transfer to the address, and with bridging a transfer from another network.
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

/**
 * Lists the client's other chains from which a request can be paid, those with the same coin: only test networks for a
 * test network, and no test network for any other.
 */
export function listBridgeChains(
  session: SessionContext,
  { chain: to, asset }: FundingRequest,
): readonly Chain[] {
  if (!to || typeof asset === 'object' || findQuotesUrl(session, to) === null) return [];
  return listKinChains(session, to, asset).filter(({ id }) => id !== to.id);
}

/**
 * Lists the client's chains, `to` among them, that have a node and the same coin as `to`. Lists only test networks if
 * `to` is one, and no test network if not. Both ends of a transfer then have the same coin, so the client can compute
 * its cost, the amount sent minus the amount received, without a price.
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
    if (typeof asset === 'object' && !isOne) return false; // the same address is another contract elsewhere
    return isKin && isTestnet(chain) === isTestnet(to) && nodeUrlOf(session, chain) !== undefined;
  });
}

const isTestnet = ({ testnet }: Chain): boolean => testnet === true;

/** Returns the root URL of the quote service for a chain (BRDG-03); null if the app has none. */
export function findQuotesUrl(session: SessionContext, chain: Chain): string | null {
  const services = session.state.get().settings?.fundingConfig?.services;
  return (isTestnet(chain) ? services?.quotes_test_url : services?.quotes_url) ?? null;
}

/** Returns the contracts that the operator allows a quote's deposit to go to on a chain; empty if none are named. */
export function listDeposits(session: SessionContext, { id }: Chain): readonly string[] {
  const named = session.state.get().settings?.fundingConfig?.services?.quote_deposits ?? {};
  return Object.hasOwn(named, String(id)) ? (named[String(id)] ?? []) : [];
}

/**
 * Returns true if an external wallet can send the coin. On Solana, only SOL on mainnet is possible: external wallets
 * are assumed to be on mainnet, and a token transfer may need a token account, which is not created here.
 */
const isSentByWallet = ({ network, asset }: FundingRequest) =>
  network.chainType === 'ethereum' || (network.chain === 'solana:mainnet' && asset === 'native-currency');
