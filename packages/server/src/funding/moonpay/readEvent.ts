import type { FundingEntryStatus, MoonpayEventBody } from '@latchkey/wire';
import type { Caller } from '../../http/index.ts';
import type { EventKey } from '../accounts.ts';
import { toDecimal } from '../assets.ts';
import type { ProviderEvent } from '../hear.ts';
import { headerFieldsOf, verifyEvent } from '../signedEvents.ts';
import { findMoonpayAsset } from './coins.ts';

const kinds = new Set(['transaction_created', 'transaction_updated', 'transaction_failed']);
const statuses: Readonly<Record<string, FundingEntryStatus>> = {
  waitingPayment: 'pending',
  pending: 'pending',
  waitingAuthorization: 'waitingAuthorization',
  completed: 'completed',
  failed: 'failed',
};

/**
 * Reads an event from MoonPay after verifying its signature. https://dev.moonpay.com/docs/webhooks-signature
 *
 * @returns null if the event has another type or an unknown status
 * @throws ServiceError those of `verifyEvent`
 */
export function readMoonpayEvent(
  { caller, nowMs }: { readonly caller: Caller; readonly nowMs: number },
  keys: readonly EventKey[],
  { data, type }: MoonpayEventBody,
): ProviderEvent | null {
  const fields = headerFieldsOf(caller.request.headers.get('moonpay-signature-v2'));
  const at = fields.get('t') ?? '';
  const signed = { at, text: `${at}.${caller.bodyText}`, signature: fields.get('s') ?? '' };
  const { isTest } = verifyEvent({ caller, nowMs }, keys, signed);
  const said = data?.status ?? '';
  const status = Object.hasOwn(statuses, said) ? statuses[said] : undefined;
  if (!data || !kinds.has(type ?? '') || !status) return null;
  const { quoteCurrencyAmount: amount } = data;
  return {
    fundingId: data.externalTransactionId ?? '',
    address: data.walletAddress ?? '',
    isTest,
    status,
    providerId: data.id ?? null,
    transactionHash: data.cryptoTransactionId ?? null,
    amount: typeof amount === 'number' && amount > 0 ? toDecimal(amount) : null,
    coin: findMoonpayAsset(data.currency?.code ?? ''),
  };
}
