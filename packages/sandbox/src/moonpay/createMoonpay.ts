import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { createEvents } from '../events.ts';
import {
  type MoonpayButton,
  type MoonpayStandIn,
  type MoonpayTransaction,
  moonpayKeys,
  type OnRampFault,
} from '../funding.ts';
import { createQueue } from '../inTurn.ts';
import { forEveryPage, localOnly } from '../localOnly.ts';
import { createOutage } from '../outage.ts';
import { paymentPage, refusalPage } from '../paymentPage.ts';
import { isAddressOn, isAmount, type Purse } from '../purse.ts';
import { findCurrency } from './currencies.ts';
import { isSigned, signMoonpayEvent } from './signature.ts';

const buttons: Readonly<Record<MoonpayButton, string>> = {
  pay: 'Pay',
  'ask-authorization': 'Ask for authorization',
  complete: 'Complete',
  fail: 'Decline',
  'fail-later': 'Decline after closing',
  'other-wallet': 'Answer with another wallet',
  script: 'Script in the message',
  'event-twice': 'Event twice',
  'event-forged': 'Forged event',
  'event-old': 'Old event',
};
const isButton = (value: unknown): value is MoonpayButton =>
  typeof value === 'string' && Object.hasOwn(buttons, value);

interface Kept {
  readonly transaction: MoonpayTransaction;
  /** Requested amount, or the stand-in's default. */
  readonly amount: string;
  readonly customerId: string | null;
  readonly failureReason: string | null;
}

/** Address of no sandbox user. */
const otherWallet = '0x000000000000000000000000000000000000dEaD';
/** Text that a page must escape or leave out. */
const scriptMessage = '<img src=x onerror="window.isHurt=1"><script>window.isHurt=1</script>';
const oldS = 600;
const isOver = ({ status }: MoonpayTransaction) => status === 'completed' || status === 'failed';

/**
 * Creates the stand-in for MoonPay under `/moonpay`: the pages of both modes, the API, and events.
 * https://dev.moonpay.com/docs/on-ramp-web-sdk, https://dev.moonpay.com/reference/getbuytransactionbyexternalid
 */
export function createMoonpay(purse: Purse, now: () => number = Date.now): MoonpayStandIn {
  const kept = new Map<string, Kept>();
  const outage = createOutage<OnRampFault>();
  const events = createEvents();
  const inTurn = createQueue();
  const routes = new Hono().use(localOnly);

  function find(id: string): Kept {
    const found = kept.get(id);
    if (!found) throw new Error(`No page of MoonPay was opened for ${id}`);
    return found;
  }
  function change(
    id: string,
    changes: Partial<MoonpayTransaction>,
    failureReason: string | null = null,
  ): Kept {
    const before = find(id);
    const next = { ...before, failureReason, transaction: { ...before.transaction, ...changes } };
    kept.set(id, next);
    return next;
  }
  async function tell(one: Kept, { agoS = 0, isForged = false } = {}): Promise<void> {
    const { isTest, status } = one.transaction;
    const key = isTest ? moonpayKeys.testWebhookKey : moonpayKeys.webhookKey;
    const type = status === 'failed' ? 'failed' : status === 'pending' ? 'created' : 'updated';
    const data = toJson(one, now());
    const body = JSON.stringify({ type: `transaction_${type}`, data, externalCustomerId: one.customerId });
    const atS = Math.floor(now() / 1_000) - agoS;
    await events.send(body, {
      'moonpay-signature-v2': signMoonpayEvent(body, isForged ? `${key} of someone else` : key, atS),
    });
  }
  async function complete(id: string): Promise<Kept> {
    const { amount, transaction } = find(id);
    const coin = findCurrency(transaction.currencyCode);
    if (!coin) throw new Error(`MoonPay has no currency ${transaction.currencyCode}`);
    const cryptoTransactionId = await purse.send(coin, transaction.walletAddress, amount);
    return change(id, { status: 'completed', cryptoTransactionId });
  }
  const pressNow = async (id: string, button: MoonpayButton): Promise<void> => {
    const one = find(id);
    const ended = { ...one, transaction: { ...one.transaction, status: 'completed' as const } };
    if (button === 'event-forged') return tell(ended, { isForged: true });
    if (button === 'event-old') return tell(ended, { agoS: oldS });
    if (button === 'event-twice') {
      await tell(one);
      return tell(one);
    }
    if (isOver(one.transaction)) throw new Error(`The payment has ended: ${one.transaction.status}`);
    if (button === 'pay') return tell(change(id, { status: 'pending' }));
    if (button === 'ask-authorization') return tell(change(id, { status: 'waitingAuthorization' }));
    if (button === 'complete') return tell(await complete(id));
    if (button === 'script') return tell(change(id, { status: 'failed' }, scriptMessage));
    if (button === 'other-wallet')
      return tell(change(id, { status: 'completed', walletAddress: otherWallet }));
    if (button === 'fail-later') await tell(change(id, { status: 'pending' }));
    return tell(change(id, { status: 'failed' }, 'Card declined'));
  };
  const press: MoonpayStandIn['press'] = (id, button) => inTurn(() => pressNow(id, button));

  function show(context: Context, id: string, afterClosing: string | null = null) {
    const { amount, transaction } = find(id);
    const rows = {
      Wallet: transaction.walletAddress,
      Currency: transaction.currencyCode,
      Amount: amount,
      Transaction: id,
    };
    return context.html(
      paymentPage({ provider: 'MoonPay', rows, status: transaction.status, buttons, afterClosing }),
    );
  }
  function open(context: Context, isTest: boolean): string | Response | Promise<Response> {
    const query = context.req.query();
    const refuse = (reason: string) => context.html(refusalPage('MoonPay', reason), 400);
    const [publicKey, secret] = isTest
      ? [moonpayKeys.testPublicKey, moonpayKeys.testSecretKey]
      : [moonpayKeys.publicKey, moonpayKeys.secretKey];
    const { currencyCode = '', externalTransactionId, quoteCurrencyAmount, walletAddress = '' } = query;
    if (query.apiKey !== publicKey) return refuse('The API key is not of this page.');
    const coin = findCurrency(currencyCode);
    if (!coin) return refuse('The currency is not known.');
    if (walletAddress === '') return refuse('The wallet is missing.');
    if (!isAddressOn(coin.network, walletAddress)) return refuse('The wallet is not one of the currency.');
    if (quoteCurrencyAmount !== undefined && !isAmount(quoteCurrencyAmount))
      return refuse('The amount is no number.');
    if (!isSigned(context.req.url, secret)) return refuse('The signature is missing or wrong.');
    const id = externalTransactionId || randomUUID();
    if (!kept.has(id)) {
      const transaction: MoonpayTransaction = {
        id: randomUUID(),
        externalTransactionId: id,
        status: 'waitingPayment',
        walletAddress,
        currencyCode,
        quoteCurrencyAmount: quoteCurrencyAmount === undefined ? null : Number(quoteCurrencyAmount),
        cryptoTransactionId: null,
        isTest,
      };
      const amount = quoteCurrencyAmount ?? (coin.token === 'native' ? '0.1' : '20');
      const customerId = query.externalCustomerId ?? null;
      kept.set(id, { transaction, amount, customerId, failureReason: null });
    }
    return id;
  }
  for (const [path, isTest] of [
    ['/moonpay/buy', false],
    ['/moonpay/buy-sandbox', true],
  ] as const) {
    routes.get(path, (context) => {
      const id = open(context, isTest);
      return typeof id === 'string' ? show(context, id) : id;
    });
    routes.post(path, async (context) => {
      const id = open(context, isTest);
      if (typeof id !== 'string') return id;
      const { button } = await context.req.parseBody();
      if (!isButton(button)) return context.html(refusalPage('MoonPay', 'There is no such button.'), 400);
      // The payment stays pending. The page that is returned requests its failure while it closes itself.
      const isLater = button === 'fail-later';
      if (!isOver(find(id).transaction) || button.startsWith('event'))
        await press(id, isLater ? 'pay' : button);
      return show(context, id, isLater ? 'fail' : null);
    });
  }

  routes.on(['GET', 'OPTIONS'], '/moonpay/v1/transactions/ext/:id', forEveryPage, async (context) => {
    const met = await outage.meet(context);
    if (met) return met;
    const key = context.req.query('apiKey');
    const isTest = key === moonpayKeys.testPublicKey;
    if (!isTest && key !== moonpayKeys.publicKey)
      return context.json({ message: 'Unauthorized', type: 'UnauthorizedError' }, 401);
    const one = outage.is('unknown') ? undefined : kept.get(context.req.param('id'));
    if (one?.transaction.isTest !== isTest || one.transaction.status === 'waitingPayment')
      return context.json({ message: 'Transaction not found', type: 'NotFoundError' }, 404);
    return context.json([toJson(one, now())]);
  });

  return {
    routes,
    keys: moonpayKeys,
    list: () => [...kept.values()].map(({ transaction }) => transaction).reverse(),
    press,
    fail: outage.set,
    sendEventsTo: events.to,
    close: outage.close,
  };
}

function toJson({ transaction, amount, customerId, failureReason }: Kept, nowMs: number) {
  const { isTest: _, quoteCurrencyAmount, currencyCode, ...fields } = transaction;
  const at = new Date(nowMs).toISOString();
  return {
    ...fields,
    createdAt: at,
    updatedAt: at,
    quoteCurrencyAmount: quoteCurrencyAmount ?? Number(amount),
    currency: { code: currencyCode, type: 'crypto' },
    externalCustomerId: customerId,
    failureReason,
  };
}
