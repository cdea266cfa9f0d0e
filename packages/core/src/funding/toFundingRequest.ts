import { isSolanaAddress } from '@latchkey/frame/readable';
import { fail } from '@latchkey/wire';
import { type AppSettings, chainSettingsOf } from '../config/index.ts';
import { contextsOf, type PageContext, type SessionContext } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { parseAmount, toAmount } from './amounts.ts';
import type {
  FundInput,
  FundingAsset,
  FundingNetwork,
  FundingRequest,
  FundingWay,
  FundWalletConfig,
  SolanaFundingConfig,
} from './funding.ts';
import { findCoin, getCoin, type KnownCoin, nameOf } from './networks.ts';
import { onRampsByProvider } from './onRamp/onRamps.ts';
import { listFundingWays } from './ways.ts';

/** Changes that the user made since the host's request, and the error of the way tried last. */
export interface FundingChange {
  readonly amount?: string | undefined;
  readonly errorMessage?: string | undefined;
}

type Config = FundWalletConfig & SolanaFundingConfig;

/**
 * Checks a funding request and fills in the app's recommendations (FUND-04, FUND-09).
 *
 * @throws ServiceError `must_be_authenticated`, `funding_not_enabled` (FUND-07), `unsupported_chain_id` (FUND-08),
 *   `invalid_data` for an invalid address, cluster, asset or amount
 */
export function toFundingRequest(client: LatchkeyClient, input: FundInput & FundingChange): FundingRequest {
  const { page, session } = contextsOf(client);
  const { authenticated, settings } = session.state.get();
  // `user` may still be null, because the service may not have answered since the page loaded.
  if (!authenticated) fail('must_be_authenticated');
  const funding = settings?.fundingConfig;
  if (!funding || funding.methods.length === 0) return fail('funding_not_enabled');

  // Copied once, because the host can change the object later.
  const config: Config = { ...(input.config as Config | undefined) };
  const network = toNetwork(session, input.chainType, config, funding);
  const address = toAddress(input);
  const asset = toAsset(page, network, config.asset, funding);
  const coin = getCoin(page, network, asset);
  const amount = toChecked(
    input.amount ?? config.amount ?? toFit(funding.defaultRecommendedAmount, coin),
    coin,
  );
  const { target, errorMessage } = input;
  const request: FundingRequest = {
    address,
    amount,
    network,
    chain: network.chainType === 'ethereum' ? network.chain : null,
    asset,
    methodScreen: 'FUNDING_METHOD_SELECTION',
    ...(config.config ? { moonpayConfigOverride: { ...config.config } } : {}),
    ...(config.card?.preferredProvider ? { preferredProvider: config.card.preferredProvider } : {}),
    ...(errorMessage === undefined ? {} : { errorMessage }),
    target: typeof target === 'bigint' ? target : null,
  };
  const first = findFirst(config, listFundingWays(client, request));
  return first ? { ...request, first } : request;
}

const clusters = {
  'mainnet-beta': 'solana:mainnet',
  devnet: 'solana:devnet',
  testnet: 'solana:testnet',
  localnet: 'solana:localnet',
} as const;

function toNetwork(
  session: SessionContext,
  chainType: FundInput['chainType'],
  config: Config,
  funding: NonNullable<AppSettings['fundingConfig']>,
): FundingNetwork {
  if (chainType === 'solana') {
    const name = config.cluster?.name ?? 'mainnet-beta';
    const isKnown = Object.hasOwn(clusters, name);
    return isKnown ? { chainType, chain: clusters[name] } : refuse(`There is no cluster ${String(name)}`);
  }
  const id = config.chain?.id ?? Number(funding.defaultRecommendedCurrency.chain.slice('eip155:'.length));
  const message = `Funding chain ${id} is not in the chains list of the LatchkeyProvider.`;
  const chain =
    chainSettingsOf(session).chains.find((one) => one.id === id) ?? fail('unsupported_chain_id', { message });
  return { chainType: 'ethereum', chain };
}

function toAddress({ address, chainType }: FundInput): string {
  const isAddress =
    typeof address === 'string' &&
    (chainType === 'solana' ? isSolanaAddress(address) : /^0x[0-9a-f]{40}$/i.test(address));
  return isAddress ? address : refuse('The address is none of this kind of network');
}

function toAsset(
  page: PageContext,
  network: FundingNetwork,
  asset: FundingAsset | undefined,
  { defaultRecommendedCurrency: recommended }: NonNullable<AppSettings['fundingConfig']>,
): FundingAsset {
  if (asset === 'native-currency' || asset === 'USDC') return asset;
  if (asset === undefined) {
    // The recommended asset applies to one chain. Other chains may not have it.
    const isOf = recommended.chain === nameOf(network) || findCoin(page, network, 'USDC') !== null;
    const isUsdc = recommended.asset === 'USDC' && network.chainType === 'ethereum' && isOf;
    return isUsdc ? 'USDC' : 'native-currency';
  }
  const { erc20 } = Object(asset) as { erc20?: unknown };
  const isToken = network.chainType === 'ethereum' && /^0x[0-9a-f]{40}$/i.test(String(erc20));
  return isToken ? { erc20: String(erc20) as `0x${string}` } : refuse('The asset is none that can be funded');
}

/** Checks an amount and normalises it: `1.` becomes `1`. @throws ServiceError `invalid_data` */
function toChecked(amount: unknown, { decimals }: KnownCoin): string {
  const value = typeof amount === 'string' ? parseAmount(amount, decimals) : null;
  return value === null
    ? refuse(`The amount must be a decimal number with at most ${decimals} decimals`)
    : toAmount(value, decimals);
}

function toFit(amount: string, { decimals }: KnownCoin): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  return fraction === '' ? whole : `${whole}.${fraction.slice(0, decimals)}`;
}

const onRamps = Object.values(onRampsByProvider);

function findFirst(config: Config, ways: readonly FundingWay[]): FundingWay | undefined {
  const card = ways.find((way) => onRamps.some((one) => one.way === way));
  const requests = {
    card,
    exchange: 'coinbase',
    wallet: 'wallet',
    manual: 'manual',
  } as const satisfies Record<NonNullable<Config['defaultFundingMethod']>, FundingWay | undefined>;
  const { defaultFundingMethod: requested, provider } = config;
  const named =
    provider === 'moonpay'
      ? provider
      : requested && Object.hasOwn(requests, requested)
        ? requests[requested]
        : null;
  return ways.find((way) => way === named);
}

const refuse = (message: string): never => fail('invalid_data', { message });
