import { fail, fundingRoutes, limits, type MoonpayCode, type MoonpayPaymentMethod } from '@latchkey/wire';
import { contextsOf, type SessionContext } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { callAsUser } from '../../mfa/index.ts';
import { poll } from '../../poll.ts';
import { isSameAddress } from '../../wallets/index.ts';
import { followUntilArrival } from '../arrival.ts';
import { fetchExternal } from '../fetchExternal.ts';
import type { FundingRequest, OnRampStatus } from '../funding.ts';
import { noteFunding } from '../kept.ts';
import { findMoonpayCode, moonpayModeOf } from './codes.ts';
import { assertOwn, keepPurchase } from './keepPurchase.ts';
import { findEntry } from './serviceEntries.ts';

/**
 * Requests a signed URL of MoonPay's page (MOON-02). The purchase is stored before the URL is returned.
 *
 * @throws ServiceError `wallet_not_linked`, `not_supported`, the route's errors and network errors
 */
export async function startMoonpay(
  client: LatchkeyClient,
  request: FundingRequest,
): Promise<{ readonly signedUrl: string; readonly id: string; readonly isTest: boolean }> {
  const { frame, session } = contextsOf(client);
  assertOwn(session, request);
  const mode = moonpayModeOf(session) ?? fail('not_supported', { details: { reason: 'payment_off' } });
  const currencyCode =
    findMoonpayCode(session, request) ?? fail('not_supported', { details: { reason: 'payment_off' } });
  const { address, moonpayConfigOverride: override } = request;
  const { paymentMethod, uiConfig } = requestsOf(session, request);
  const { isTest } = mode;
  const { signedUrl, externalTransactionId: id } = await callAsUser(frame, fundingRoutes.signMoonpay, {
    body: {
      address,
      ...(isTest ? { useSandbox: true } : {}),
      config: {
        // The service refuses unknown values.
        currencyCode: currencyCode as MoonpayCode,
        ...toQuantity(override?.quoteCurrencyAmount ?? Number(request.amount)),
        ...(paymentMethod ? { paymentMethod: paymentMethod as MoonpayPaymentMethod } : {}),
        uiConfig,
      },
    },
  });
  const { moonpayConfigOverride: _, ...plain } = request;
  const isOther = currencyCode !== findMoonpayCode(session, plain);
  const symbol = isOther ? currencyCode.split('_')[0] : undefined;
  await keepPurchase(
    session,
    { ...request, amount: toAmountText(request) },
    { id, way: 'moonpay', isTest, symbol },
  );
  return { signedUrl, id, isTest };
}

/** Writes the amount without an exponent, because amounts allow none. */
function toAmountText({ amount, moonpayConfigOverride: override }: FundingRequest): string {
  const own = override?.quoteCurrencyAmount;
  return own === undefined
    ? amount
    : own.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 18 });
}

const toQuantity = (amount: number) => (amount > 0 ? { quoteCurrencyAmount: amount } : {});

function requestsOf(session: SessionContext, { moonpayConfigOverride: override }: FundingRequest) {
  const { palette, accentColor } = session.state.get().settings?.appearance ?? {};
  const color = override?.uiConfig?.accentColor ?? accentColor;
  const theme = override?.uiConfig?.theme ?? palette?.colorScheme;
  return {
    paymentMethod:
      override?.paymentMethod ?? session.page.options.config?.fundingMethodConfig?.moonpay?.paymentMethod,
    uiConfig: {
      ...(color ? { accentColor: color } : {}),
      ...(theme === 'light' || theme === 'dark' ? { theme } : {}),
    },
  };
}

const answerMs = 8_000;

/**
 * Polls a MoonPay purchase at once and then every 3 s until it ends (MOON-05 to MOON-09). Returns `serviceFailure`
 * after three failures without a valid status between them. An answer about another wallet is a failure. The answer
 * that MoonPay does not know the purchase neither counts as a failure nor resets the count. The purchase also completes
 * when the coins arrive on chain, if their balance is watched.
 */
export async function watchMoonpay(
  client: LatchkeyClient,
  purchase: { readonly id: string; readonly address: string; readonly isTest: boolean },
  {
    signal: given,
    onStatus,
  }: {
    readonly signal?: AbortSignal | undefined;
    onStatus?(status: 'pending' | 'waitingAuthorization'): void;
  } = {},
): Promise<'completed' | 'failed' | 'serviceFailure'> {
  const { frame, page, session } = contextsOf(client);
  let errors = 0;
  let told: OnRampStatus | undefined;

  async function request(signal: AbortSignal): Promise<'completed' | 'failed' | 'serviceFailure' | null> {
    const answer = await readStatus(session, purchase, signal).catch(() => 'error' as const);
    signal.throwIfAborted();
    if (answer === 'unknown') return tell('pending');
    if (answer !== 'error') {
      errors = 0;
      return tell(answer);
    }
    errors += 1;
    const { status = null } = (await findEntry(frame, purchase.id).catch(() => null)) ?? {};
    if (status === 'completed' || status === 'failed') return tell(status);
    return errors >= limits.moonpayErrors ? 'serviceFailure' : null;
  }
  function tell(status: Exclude<OnRampStatus, 'serviceFailure'>): 'completed' | 'failed' | null {
    if (status === 'completed' || status === 'failed') return status;
    if (status !== told) onStatus?.(status);
    told = status;
    return null;
  }
  const result = await followUntilArrival(client, purchase.id, given, async (signal) => {
    const waiting = { everyMs: limits.moonpayPollMs, signal };
    return (await request(signal)) ?? poll(page.environment.clock, waiting, () => request(signal));
  });
  if (result !== 'serviceFailure') await noteFunding(page, purchase.id, { status: result });
  return result;
}

const known = ['pending', 'waitingAuthorization', 'completed', 'failed'] as const;

/**
 * Requests the status from MoonPay once (MOON-05) and stores it.
 *
 * An answer about another purchase or wallet could make the user believe that their funds arrived. Only an answer with
 * this id and wallet is used.
 *
 * @returns `unknown` if MoonPay does not know the purchase, for example because the user has not paid yet
 * @throws ServiceError `onramp_unavailable`, `network_error`, `client_request_timeout`, and the signal's reason
 */
export async function readStatus(
  session: SessionContext,
  { id, address, isTest }: { readonly id: string; readonly address: string; readonly isTest: boolean },
  signal?: AbortSignal,
): Promise<(typeof known)[number] | 'unknown'> {
  const mode = moonpayModeOf(session, isTest) ?? fail('onramp_unavailable');
  const query = new URLSearchParams({ apiKey: mode.key });
  const url = `${mode.apiUrl}/transactions/ext/${encodeURIComponent(id)}?${query}`;
  const { status, json } = await fetchExternal(session.page.environment, url, {
    timeoutMs: answerMs,
    signal,
  });
  if (status === 404) return 'unknown';
  if (status !== 200) return fail('onramp_unavailable');
  const list: readonly unknown[] = Array.isArray(json) ? json.slice(0, 100) : [json];
  const found = list.map((one) => Object(one) as Record<string, unknown>).find(isOurs);
  if (!found) return fail('onramp_unavailable');
  const hash = found.cryptoTransactionId;
  const reached = known.find((one) => one === found.status) ?? 'pending';
  await noteFunding(session.page, id, {
    status: reached,
    ...(typeof hash === 'string' && hash.length <= 100 ? { transactionHash: hash } : {}),
  });
  return reached;

  function isOurs({ externalTransactionId, walletAddress }: Record<string, unknown>): boolean {
    const isWallet = typeof walletAddress === 'string' && isSameAddress(address, walletAddress);
    return externalTransactionId === id && isWallet;
  }
}
