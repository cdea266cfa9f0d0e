import { coinbaseUsdcChains } from '@latchkey/wire';
import { type Chain, chainSettingsOf } from '../config/index.ts';
import { contextsOf, type SessionContext } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { isSameAddress } from '../wallets/index.ts';
import type { FundingRequest, FundingWay } from './funding.ts';
import { findCoin, nodeUrlOf, standsFor } from './networks.ts';
import { findBlockchain, findMoonpayCode, moonpayModeOf } from './onRamp/codes.ts';

/**
 * The ways that the app offers for a request, in the order in which they are shown, and no others (FUND-02): `external` is a
 * transfer from a wallet and the bare address, with bridging also from another network.
 */
export function listFundingWays(client: LatchkeyClient, request: FundingRequest): readonly FundingWay[] {
  const { session } = contextsOf(client);
  const config = session.state.get().settings?.fundingConfig;
  if (!config) return [];
  const has = (method: (typeof config.methods)[number]) => config.methods.includes(method);
  const cards: FundingWay[] = [];
  if (isFundedByCard(session, request.address)) {
    if (has('moonpay') && isMoonpayPossible(session, request)) cards.push('moonpay');
    if (has('coinbase-onramp') && isCoinbasePossible(session, request)) cards.push('coinbase');
    if (request.preferredProvider === 'coinbase') cards.reverse();
  }
  if (!has('external')) return cards;
  const isBridged = config.crossChainBridgingEnabled && listBridgeChains(session, request).length > 0;
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
export function isFundedByCard(session: SessionContext, address: string): boolean {
  const { user, settings } = session.state.get();
  const isOwn = user?.linkedAccounts.some(
    (account) => account.type === 'wallet' && isSameAddress(account.address, address),
  );
  return isOwn === true || settings?.fundingConfig?.services?.connected_wallets === true;
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

function isMoonpayPossible(session: SessionContext, request: FundingRequest): boolean {
  return moonpayModeOf(session) !== null && findMoonpayCode(session, request) !== null;
}

function isCoinbasePossible(session: SessionContext, { network, chain, asset }: FundingRequest): boolean {
  const { services } = session.state.get().settings?.fundingConfig ?? {};
  if (services?.coinbase_pay_url === undefined || typeof asset === 'object') return false;
  if (findBlockchain(session, network) === null) return false;
  return asset !== 'USDC' || !chain || coinbaseUsdcChains.some((id) => id === standsFor(session, chain));
}

/** Wallets of Solana that people bring are on its main network; a transfer of a token needs an account for it, not made here. */
const isSentByWallet = ({ network, asset }: FundingRequest) =>
  network.chainType === 'ethereum' || (network.chain === 'solana:mainnet' && asset === 'native-currency');
