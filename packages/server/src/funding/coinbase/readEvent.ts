import type { CoinbaseEventBody, FundingEntryStatus } from '@latchkey/wire';
import type { Caller } from '../../http/index.ts';
import type { EventKey } from '../accounts.ts';
import type { BoughtCoin, ProviderEvent } from '../hear.ts';
import { headerFieldsOf, verifyEvent } from '../signedEvents.ts';
import { networkOfCoinbase } from './coins.ts';

/** What the values of signed headers are joined by. Not tried against the live service. */
const between = '.';
const statuses: Readonly<Record<string, FundingEntryStatus>> = {
  'onramp.transaction.created': 'pending',
  'onramp.transaction.updated': 'pending',
  'onramp.transaction.success': 'completed',
  'onramp.transaction.failed': 'failed',
};

/**
 * Reads an event of Coinbase Onramp, once its signature is right. https://docs.cdp.coinbase.com/webhooks/verify-signatures
 *
 * @returns null for one of another kind
 * @throws ServiceError `missing_or_invalid_token`
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

/** What was bought, as Coinbase says it. */
export const coinOf = (symbol: string | null, network: string | null): BoughtCoin | null =>
  symbol === null ? null : { symbol, caip2: network === null ? null : networkOfCoinbase(network) };

/** An amount as Coinbase says it: text, or an object with the text as its value. */
export function amountOf(said: unknown): string | null {
  const value = typeof said === 'object' && said !== null ? (said as { value?: unknown }).value : said;
  return typeof value === 'string' && /^\d{1,30}(\.\d{1,30})?$/.test(value) ? value : null;
}
