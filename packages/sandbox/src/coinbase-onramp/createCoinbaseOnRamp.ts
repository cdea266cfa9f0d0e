import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { createEvents } from '../events.ts';
import {
  type CoinbaseButton,
  type CoinbaseStandIn,
  type CoinbaseTransaction,
  coinbaseKeys,
  type OnRampFault,
} from '../funding.ts';
import { createQueue } from '../inTurn.ts';
import { localOnly } from '../localOnly.ts';
import { createOutage } from '../outage.ts';
import { paymentPage, refusalPage } from '../paymentPage.ts';
import { isAmount, type Purse } from '../purse.ts';
import { createSessions, type Session } from './sessions.ts';
import { createSignatures, signCoinbaseEvent } from './signature.ts';

const buttons: Readonly<Record<CoinbaseButton, string>> = {
  pay: 'Pay',
  complete: 'Complete',
  fail: 'Decline',
  'other-wallet': 'Answer with another wallet',
  script: 'Script in the message',
  'event-twice': 'Event twice',
  'event-forged': 'Forged event',
};
const isButton = (value: unknown): value is CoinbaseButton =>
  typeof value === 'string' && Object.hasOwn(buttons, value);

/** Coins by Coinbase's ids, which its page accepts in addition to symbols. */
const assetIds: Readonly<Record<string, string>> = {
  '2b92315d-eab7-5bef-84fa-089a131333f5': 'USDC',
  'd85dce9b-5b73-5c3c-8978-522ce1d1c1b4': 'ETH',
  '4f039497-3af8-5bb3-951c-6df9afa9be1c': 'SOL',
  '026bcc1e-9163-591c-a709-34dd18b2e7a1': 'POL',
};
const native: Readonly<Record<string, string>> = { solana: 'SOL', polygon: 'POL' };

interface Kept {
  /** Id of its page. */
  readonly id: string;
  readonly transaction: CoinbaseTransaction;
  readonly isPaid: boolean;
  readonly failureReason: string | null;
}

/** Address of no sandbox user. */
const otherWallet = '0x000000000000000000000000000000000000dEaD';
const scriptMessage = '<img src=x onerror="window.isHurt=1"><script>window.isHurt=1</script>';
const statusPrefix = 'ONRAMP_TRANSACTION_STATUS_';
const longestReference = 49;
const isOver = ({ transaction: { status } }: Kept) => /SUCCESS|FAILED/.test(status);

/**
 * Creates the stand-in for Coinbase Onramp under `/coinbase`: its page, its API (v1) and events.
 * https://docs.cdp.coinbase.com/api-reference/rest-api/onramp-offramp/create-session-token,
 * https://docs.cdp.coinbase.com/onramp-&-offramp/onramp-apis/onramp-transaction-status
 */
export function createCoinbaseOnRamp(purse: Purse, now: () => number = Date.now): CoinbaseStandIn {
  const kept = new Map<string, Kept>();
  const outage = createOutage<OnRampFault>();
  const events = createEvents();
  const inTurn = createQueue();
  const sessions = createSessions(now);
  const isSigned = createSignatures(now);
  const routes = new Hono().use(localOnly);

  function find(reference: string): Kept {
    const found = [...kept.values()].findLast(({ transaction }) => transaction.partnerUserRef === reference);
    if (!found) throw new Error(`No page of Coinbase was opened for ${reference}`);
    return found;
  }
  function change(
    one: Kept,
    changes: Partial<CoinbaseTransaction>,
    failureReason: string | null = null,
  ): Kept {
    const transaction = { ...one.transaction, ...changes };
    const next = { ...one, transaction, isPaid: true, failureReason };
    kept.set(one.id, next);
    return next;
  }
  async function tell(one: Kept, isForged = false): Promise<void> {
    const { purchaseAmount, ...fields } = one.transaction;
    const ending = fields.status.slice(statusPrefix.length).toLowerCase();
    const eventType = `onramp.transaction.${ending === 'in_progress' ? 'created' : ending}`;
    const body = JSON.stringify({ ...fields, eventType, purchaseAmount, failureReason: one.failureReason });
    const secret = isForged ? `${coinbaseKeys.webhookSecret} of someone else` : coinbaseKeys.webhookSecret;
    await events.send(body, signCoinbaseEvent(body, secret, Math.floor(now() / 1_000), randomUUID()));
  }
  async function complete(one: Kept): Promise<Kept> {
    const { purchaseAmount, purchaseCurrency, purchaseNetwork: network, walletAddress } = one.transaction;
    const isNative = purchaseCurrency === (native[network] ?? 'ETH');
    const token = isNative ? 'native' : purchaseCurrency === 'USDC' ? 'usdc' : 'other';
    const txHash = await purse.send({ network, token }, walletAddress, purchaseAmount.value);
    return change(one, { status: `${statusPrefix}SUCCESS`, txHash });
  }
  async function pressNow(reference: string, button: CoinbaseButton): Promise<void> {
    const one = find(reference);
    const success = `${statusPrefix}SUCCESS` as const;
    if (button === 'event-forged')
      return tell({ ...one, transaction: { ...one.transaction, status: success } }, true);
    if (button === 'event-twice') {
      await tell(one);
      return tell(one);
    }
    if (isOver(one)) throw new Error(`The payment has ended: ${one.transaction.status}`);
    if (button === 'pay') return tell(change(one, { status: `${statusPrefix}IN_PROGRESS` }));
    if (button === 'complete') return tell(await complete(one));
    if (button === 'other-wallet') return tell(change(one, { status: success, walletAddress: otherWallet }));
    const reason = button === 'script' ? scriptMessage : 'FAILURE_REASON_CARD_HARD_DECLINED';
    return tell(change(one, { status: `${statusPrefix}FAILED` }, reason));
  }
  const press: CoinbaseStandIn['press'] = (reference, button) => inTurn(() => pressNow(reference, button));

  const refuse = (context: Context, reason: string) => context.html(refusalPage('Coinbase', reason), 400);
  function show(context: Context, { transaction }: Kept) {
    const { partnerUserRef, purchaseAmount, purchaseNetwork, status, walletAddress } = transaction;
    const amount = `${purchaseAmount.value} ${purchaseAmount.currency}`;
    const rows = {
      Wallet: walletAddress,
      Amount: amount,
      Network: purchaseNetwork,
      Reference: partnerUserRef,
    };
    return context.html(paymentPage({ provider: 'Coinbase', rows, status, buttons }));
  }

  routes.get('/coinbase/buy/select-asset', (context) => {
    const query = context.req.query();
    const reference = query.partnerUserId ?? query.partnerUserRef ?? '';
    if (query.appId !== undefined && query.appId !== coinbaseKeys.projectId)
      return refuse(context, 'The project is not known.');
    if (reference === '' || reference.length > longestReference)
      return refuse(context, 'The reference of the user is missing or too long.');
    const session = sessions.spend(query.sessionToken ?? '');
    if (!session) return refuse(context, 'The session is unknown, over or was opened before.');
    const transaction = toTransaction(session, query, reference);
    if (typeof transaction === 'string') return refuse(context, transaction);
    const id = randomUUID();
    kept.set(id, { id, transaction, isPaid: false, failureReason: null });
    // The token is spent, so the page continues under its own URL.
    return context.redirect(`/coinbase/buy/${id}`, 303);
  });
  routes.on(['GET', 'POST'], '/coinbase/buy/:id', async (context) => {
    const one = kept.get(context.req.param('id'));
    if (!one) return refuse(context, 'There is no such purchase.');
    if (context.req.method === 'GET') return show(context, one);
    const { button } = await context.req.parseBody();
    if (!isButton(button)) return refuse(context, 'There is no such button.');
    if (!isOver(one) || button.startsWith('event')) await press(one.transaction.partnerUserRef, button);
    return show(context, kept.get(one.id) ?? one);
  });

  routes.post('/coinbase/onramp/v1/token', async (context) => {
    const met = await outage.meet(context);
    if (met) return met;
    if (!(await isSigned(context.req.header('authorization'), 'POST', '/onramp/v1/token')))
      return context.text('Unauthorized', 401);
    const opened = sessions.open(await context.req.json().catch(() => null));
    if ('fault' in opened)
      return context.json({ errorType: 'invalid_request', errorMessage: opened.fault }, 400);
    return context.json({ token: opened.token, channel_id: randomUUID() });
  });
  routes.get('/coinbase/onramp/v1/buy/user/:ref/transactions', async (context) => {
    const met = await outage.meet(context);
    if (met) return met;
    const path = context.req.path.slice('/coinbase'.length);
    if (!(await isSigned(context.req.header('authorization'), 'GET', path)))
      return context.text('Unauthorized', 401);
    const reference = context.req.param('ref');
    const all = outage.is('unknown') ? [] : [...kept.values()].reverse();
    const own = all.filter(({ isPaid, transaction }) => isPaid && transaction.partnerUserRef === reference);
    const size = Number(context.req.query('page_size') ?? 50);
    const transactions = own.slice(0, Number.isInteger(size) && size > 0 ? size : 50).map(toJson);
    return context.json({ transactions, next_page_key: '', total_count: String(own.length) });
  });

  return {
    routes,
    keys: coinbaseKeys,
    list: () => [...kept.values()].map(({ transaction }) => transaction).reverse(),
    press,
    fail: outage.set,
    sendEventsTo: events.to,
    close: outage.close,
  };
}

function toTransaction(
  { address, assets, blockchains }: Session,
  query: Readonly<Record<string, string>>,
  partnerUserRef: string,
): CoinbaseTransaction | string {
  const { defaultAsset = '', defaultNetwork = blockchains[0] ?? '', presetCryptoAmount } = query;
  const currency = (assetIds[defaultAsset] ?? defaultAsset) || assets[0] || (native[defaultNetwork] ?? 'ETH');
  if (!blockchains.includes(defaultNetwork)) return 'The network is not one of the session.';
  if (assets.length > 0 && !assets.includes(currency)) return 'The asset is not one of the session.';
  if (presetCryptoAmount !== undefined && !isAmount(presetCryptoAmount)) return 'The amount is no number.';
  const value = presetCryptoAmount ?? (currency === 'USDC' ? '20' : '0.1');
  return {
    transactionId: randomUUID(),
    partnerUserRef,
    status: 'ONRAMP_TRANSACTION_STATUS_CREATED',
    walletAddress: address,
    purchaseCurrency: currency,
    purchaseNetwork: defaultNetwork,
    purchaseAmount: { value, currency },
    txHash: null,
  };
}

function toJson({ transaction, failureReason }: Kept) {
  return {
    transaction_id: transaction.transactionId,
    partner_user_ref: transaction.partnerUserRef,
    status: transaction.status,
    wallet_address: transaction.walletAddress,
    purchase_currency: transaction.purchaseCurrency,
    purchase_network: transaction.purchaseNetwork,
    purchase_amount: transaction.purchaseAmount,
    tx_hash: transaction.txHash,
    failure_reason: failureReason,
    payment_method: 'CARD',
  };
}
