import type { CoinbaseEventBody, FundingEntryStatus } from '@latchkey/wire';
import type { Caller } from '../../http/index.ts';
import type { EventKey } from '../accounts.ts';
import type { BoughtCoin, ProviderEvent } from '../hear.ts';
import { headerFieldsOf, verifyEvent } from '../signedEvents.ts';
import { networkOfCoinbase } from './coins.ts';

/** Separator between the values of signed headers. Not verified against the live service. */
const between = '.';
const statuses: Readonly<Record<string, FundingEntryStatus>> = {
  'onramp.transaction.created': 'pending',
  'onramp.transaction.updated': 'pending',
  'onramp.transaction.success': 'completed',
  'onramp.transaction.failed': 'failed',
};

/**
 * Reads an event from Coinbase Onramp after verifying its signature.
 * https://docs.cdp.coinbase.com/webhooks/verify-signatures
 *
 * @returns null if the event has another type
 * @throws ServiceError those of `verifyEvent`
 */
export function readCoinbaseEvent(
  { caller, nowMs }: { readonly caller: Caller; readonly nowMs: number },
  keys: readonly EventKey[],
  body: CoinbaseEventBody,
): ProviderEvent | null {
  const { headers } = caller.request;
  const fields = headerFieldsOf(headers.get('x-hook0-signature'));
  const [at = '', names = ''] = [fields.get('t'), fields.get('h')];
  const values = names
    .split(' ')
    .map((name) => (/^[\w-]{1,64}$/.test(name) ? headers.get(name) : null) ?? '');
  const text = `${at}.${names}.${values.join(between)}.${caller.bodyText}`;
  const { isTest } = verifyEvent({ caller, nowMs }, keys, { at, text, signature: fields.get('v1') ?? '' });
  const kind = body.eventType ?? '';
  const status = Object.hasOwn(statuses, kind) ? statuses[kind] : undefined;
  if (!status) return null;
  return {
    fundingId: body.partnerUserRef ?? '',
    address: body.walletAddress ?? '',
    isTest,
    status,
    providerId: body.transactionId ?? null,
    transactionHash: body.txHash ?? null,
    amount: amountOf(body.purchaseAmount),
    coin: coinOf(body.purchaseCurrency ?? null, body.purchaseNetwork ?? null),
  };
}

export const coinOf = (symbol: string | null, network: string | null): BoughtCoin | null =>
  symbol === null ? null : { symbol, caip2: network === null ? null : networkOfCoinbase(network) };

/** Reads an amount, which Coinbase sends as text or as an object with a text `value`. */
export function amountOf(said: unknown): string | null {
  const value = typeof said === 'object' && said !== null ? (said as { value?: unknown }).value : said;
  return typeof value === 'string' && /^\d{1,30}(\.\d{1,30})?$/.test(value) ? value : null;
}
