import { type CoinbaseBlockchain, coinbaseBlockchains, moonpayNative, moonpayUsdc } from '@latchkey/wire';
import type { PageContext, SessionContext } from '../../contexts.ts';
import type { FundingNetwork, FundingRequest } from '../funding.ts';
import { standsFor } from '../networks.ts';

/** Solana networks whose coins are sold: mainnet, and the development network. */
const soldSolana: readonly string[] = ['solana:mainnet', 'solana:localnet'];

/** Returns MoonPay's currency code for a request (MOON-03, MOON-04); null if MoonPay does not sell the coin. */
export function findMoonpayCode(session: SessionContext, request: FundingRequest): string | null {
  const { moonpayConfigOverride: override, network, asset } = request;
  if (override?.currencyCode !== undefined) return override.currencyCode;
  if (typeof asset === 'object') return null;
  if (network.chainType === 'solana') {
    if (!soldSolana.includes(network.chain)) return null;
    return asset === 'USDC' ? 'USDC_SOL' : 'SOL';
  }
  const table = asset === 'USDC' ? moonpayUsdc : moonpayNative;
  return table[standsFor(session, network.chain)] ?? null;
}

/** Returns Coinbase's name for a network (COIN-04); null if Coinbase sells nothing there. */
export function findBlockchain(session: SessionContext, network: FundingNetwork): CoinbaseBlockchain | null {
  if (network.chainType === 'solana') return soldSolana.includes(network.chain) ? 'solana' : null;
  const id = standsFor(session, network.chain);
  return Object.hasOwn(coinbaseBlockchains, id)
    ? coinbaseBlockchains[id as keyof typeof coinbaseBlockchains]
    : null;
}

/** Returns MoonPay's mode (CONF-22), key and URL; null if the app has no key for the mode. */
export function moonpayModeOf(session: SessionContext, isTest = wantsTestMode(session.page)) {
  const place = session.state.get().settings?.fundingConfig?.services?.moonpay;
  const key = isTest ? place?.test_public_key : place?.public_key;
  return place && key ? { isTest, key, apiUrl: place.api_url } : null;
}

function wantsTestMode(page: PageContext): boolean {
  const { fundingMethodConfig, fiatOnRamp } = page.options.config ?? {};
  return fundingMethodConfig?.moonpay?.useSandbox ?? fiatOnRamp?.useSandbox ?? false;
}
