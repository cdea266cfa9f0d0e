import { type FundingEntryStatus, fail, type InitCoinbaseBody, type InitCoinbaseReply } from '@latchkey/wire';
import { describeError } from '../../http/index.ts';
import { fetchJson, type JsonAnswer } from '../../outbound/index.ts';
import type { World } from '../../world.ts';
import type { ProviderEvent } from '../hear.ts';
import type { FundingRow } from '../table.ts';
import type { CoinbaseAccount } from './account.ts';
import { signCdpToken } from './cdpToken.ts';
import { coinbaseHosts } from './hosts.ts';
import { amountOf, coinOf } from './readEvent.ts';

/** Timeout of a call, in ms. It is short because a user waits for the answer. */
const longestMs = 8_000;
const statuses: Readonly<Record<string, FundingEntryStatus>> = {
  ONRAMP_TRANSACTION_STATUS_CREATED: 'pending',
  ONRAMP_TRANSACTION_STATUS_IN_PROGRESS: 'pending',
  ONRAMP_TRANSACTION_STATUS_SUCCESS: 'completed',
  ONRAMP_TRANSACTION_STATUS_FAILED: 'failed',
};

/**
 * Creates the client of Coinbase Onramp's API. https://docs.cdp.coinbase.com/onramp/docs/api-reference
 *
 * Failures become `onramp_unavailable`. Coinbase's error texts are not passed on, because they may quote the request.
 */
export function createCoinbase(
  world: Pick<World, 'clock' | 'config' | 'fetch' | 'log' | 'random' | 'signalAfter'>,
) {
  const { api } = coinbaseHosts(world.config);

  async function call(
    account: CoinbaseAccount,
    {
      body,
      method,
      path,
      query = '',
    }: { body?: object; method: 'GET' | 'POST'; path: string; query?: string },
  ): Promise<NonNullable<JsonAnswer['json']>> {
    const refuse = (facts: object): never => {
      world.log.warn(
        { ...facts, provider: 'coinbase-onramp' },
        'a payment provider does not answer as it should',
      );
      return fail('onramp_unavailable');
    };
    try {
      const headers = { authorization: `Bearer ${await signCdpToken(world, account, { method, path })}` };
      const { json, status } = await fetchJson(world, `${api}${path}${query}`, {
        method,
        headers,
        signal: world.signalAfter(longestMs),
        ...(body ? { body } : {}),
      });
      if (json && status >= 200 && status < 300) return json;
      return refuse({ status });
    } catch (error) {
      return refuse({ reason: describeError(error) });
    }
  }

  return {
    /**
     * Opens a session with fixed wallet addresses.
     *
     * @param clientIp the user's IP address, which Coinbase requires
     * @throws ServiceError `onramp_unavailable`
     */
    async open(
      { account, clientIp, funding }: { account: CoinbaseAccount; clientIp: string; funding: FundingRow },
      { addresses, assets }: InitCoinbaseBody,
    ): Promise<InitCoinbaseReply> {
      const body = { addresses, ...(assets ? { assets } : {}), clientIp };
      const { channel_id, token } = await call(account, { method: 'POST', path: '/onramp/v1/token', body });
      if (typeof token !== 'string' || token === '' || token.length > 4_096)
        return fail('onramp_unavailable');
      return {
        app_id: account.projectId,
        session_token: token,
        channel_id: typeof channel_id === 'string' ? channel_id.slice(0, 256) : '',
        partner_user_id: funding.fundingId,
      };
    },

    /**
     * Requests the status of a purchase.
     *
     * @returns null if Coinbase lists no payment yet, or one with an unknown status
     * @throws ServiceError `onramp_unavailable`
     */
    async request(account: CoinbaseAccount, { fundingId }: FundingRow): Promise<ProviderEvent | null> {
      const path = `/onramp/v1/buy/user/${encodeURIComponent(fundingId)}/transactions`;
      const { transactions } = await call(account, { method: 'GET', path, query: '?page_size=1' });
      const newest: unknown = Array.isArray(transactions) ? transactions[0] : null;
      return typeof newest === 'object' && newest !== null ? toEvent(fundingId, newest) : null;
    },
  };
}
export type Coinbase = ReturnType<typeof createCoinbase>;

function toEvent(fundingId: string, transaction: object): ProviderEvent | null {
  const fields = new Map<string, unknown>(Object.entries(transaction));
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const said = text('status') ?? '';
  const status = Object.hasOwn(statuses, said) ? statuses[said] : undefined;
  if (!status) return null;
  return {
    fundingId,
    address: text('wallet_address') ?? '',
    isTest: false,
    status,
    providerId: text('transaction_id'),
    transactionHash: text('tx_hash'),
    amount: amountOf(fields.get('purchase_amount')),
    coin: coinOf(text('purchase_currency'), text('purchase_network')),
  };
}
