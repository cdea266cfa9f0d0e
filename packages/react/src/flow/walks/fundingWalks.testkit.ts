import type { PreparedTransfer, Quote } from '@latchkey/core/funding';
import type { ConnectedWallet, TransactionQuestion } from '@latchkey/core/startup';
import { ServiceError } from '@latchkey/wire';
import { expect } from 'vitest';
import type { ModalRequest } from '../../request.ts';
import { address, beginWalk, error, type Walk, type Walks } from './walk.testkit.ts';

const selection = 'FUNDING_METHOD_SELECTION';
const fromWallet = 'FUNDING_TRANSFER_FROM_WALLET';
const awaiting = 'FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET';
const manual = 'FUNDING_MANUAL_TRANSFER';
const prompt = 'MOONPAY_PROMPT';
const moonpay = 'MOONPAY_STATUS';
const coinbase = 'COINBASE_ONRAMP_STATUS';
const sending = 'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN';

const funding = { address, chainType: 'ethereum' } as const;
const fund: ModalRequest = { intent: 'fund', input: { funding } };
const question = { address, chain: { id: 8453, name: 'Base' } } as TransactionQuestion;
const wallet = { address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' } as ConnectedWallet;
const transfer = { way: 'wallet', transfer: { wallet } as PreparedTransfer } as const;
const quoteOf = (id: Quote['id']) => ({ id }) as Partial<Quote> as Quote;
const bridge = { way: 'bridge', quote: quoteOf('0x01'), wallet } as const;
const popup = {} as Window;
const purchase = { id: 'purchase', isTest: true };
const hash = '0xabc1';
const amount = '0.1';

/** To the screen of a way, from a visit for the funding alone. */
function to(way: 'bridge' | 'manual' | 'moonpay' | 'wallet' | 'coinbase'): Walk {
  const walk = beginWalk(fund);
  walk.leave(selection, 'chosen', { way, amount });
  return walk;
}

/** To the selection, from a transaction that is short. */
function forTransaction(): Walk {
  const walk = beginWalk({ intent: 'send', input: question });
  walk.leave(sending, 'add-funds', { amount, target: 5n });
  return walk;
}

export const fundingWalks: Walks = {
  'left without a choice, and shown again what the app offers': async () => {
    const walk = to('manual');
    walk.at(manual, { funding, amount });
    walk.leave(manual, 'back');
    walk.at(selection, { funding, amount, isAgain: true });
    walk.flow.close('escape-key');
    await walk.ends({ code: 'exited_funding_flow' });
  },

  'a purchase at MoonPay that completes': async () => {
    const walk = to('moonpay');
    walk.leave(prompt, 'opened', { purchase });
    walk.at(moonpay, { purchase, amount });
    walk.leave(moonpay, 'ended', { status: 'completed' });
    walk.at(moonpay, { status: 'completed' });
    walk.leave(moonpay, 'done');
    await walk.ends({ result: { status: 'completed', fundingMethod: 'moonpay', address, amount } });
  },

  'a purchase at MoonPay that is under way as the modal closes': async () => {
    const walk = to('moonpay');
    walk.leave(prompt, 'opened', { purchase });
    walk.flow.close('escape-key');
    await walk.ends({ result: { status: 'pending', fundingMethod: 'moonpay' } });
  },

  'a purchase at MoonPay that fails, and another way': async () => {
    const walk = to('moonpay');
    walk.leave(prompt, 'opened', { purchase });
    walk.leave(moonpay, 'ended', { status: 'failed' });
    walk.leave(moonpay, 'again');
    walk.at(selection, { isAgain: true });
    walk.flow.close('escape-key');
    await walk.ends({ result: { status: 'cancelled' } });

    const unknown = to('moonpay');
    unknown.leave(prompt, 'opened', { purchase });
    unknown.leave(moonpay, 'ended', { status: 'serviceFailure' });
    unknown.leave(moonpay, 'back');
    unknown.at(selection);
    unknown.flow.close('escape-key');
    await unknown.ends({ result: { status: 'pending' } });
  },

  'an address of MoonPay that is not signed, told above the other ways': async () => {
    const walk = to('moonpay');
    walk.leave(prompt, 'failed', { error });
    walk.at(selection, { problem: 'moonpay' });
    walk.leave(selection, 'chosen', { way: 'moonpay', amount });
    walk.leave(prompt, 'back');
    expect(walk.at(selection).problem).toBeUndefined();
    walk.flow.close('escape-key');
    await walk.ends({ code: 'exited_funding_flow' });
  },

  'a purchase at Coinbase in the window of the press': async () => {
    const walk = beginWalk(fund);
    walk.leave(selection, 'coinbase', { amount, popup });
    expect(walk.at(coinbase, { popup }).isBlocked).toBeUndefined();
    walk.leave(coinbase, 'started', { id: 'purchase' });
    walk.at(coinbase, { popup, id: 'purchase' });
    walk.leave(coinbase, 'ended', { outcome: 'success' });
    walk.leave(coinbase, 'done');
    await walk.ends({ result: { status: 'completed', fundingMethod: 'coinbase-onramp' } });
  },

  'a blocked window of Coinbase, opened in a press of its own, and closed': async () => {
    const walk = beginWalk(fund);
    walk.leave(selection, 'coinbase', { amount, popup: null });
    walk.at(coinbase, { popup: null, isBlocked: true });
    walk.leave(coinbase, 'opened', { popup });
    walk.leave(coinbase, 'started', { id: 'purchase' });
    walk.leave(coinbase, 'ended', { outcome: 'exit' });
    walk.leave(coinbase, 'again');
    walk.at(selection, { isAgain: true });
    walk.flow.close('escape-key');
    await walk.ends({ result: { status: 'pending' } });
  },

  'Coinbase fails, before and after the purchase was there': async () => {
    const walk = to('coinbase');
    expect(walk.at(coinbase, { popup: null }).isBlocked).toBeUndefined();
    walk.leave(coinbase, 'opened', { popup });
    walk.leave(coinbase, 'failed', { error });
    walk.at(selection, { problem: 'coinbase' });
    walk.leave(selection, 'coinbase', { amount, popup });
    walk.leave(coinbase, 'started', { id: 'purchase' });
    walk.leave(coinbase, 'ended', { outcome: 'failure' });
    walk.leave(coinbase, 'back');
    walk.at(selection);
    walk.flow.close('escape-key');
    await walk.ends({ result: { status: 'cancelled' } });
  },

  'a transfer from a wallet': async () => {
    const walk = to('wallet');
    walk.at(fromWallet, { mode: 'wallet' });
    walk.leave(fromWallet, 'confirmed', { plan: transfer });
    walk.leave(awaiting, 'submitted', { sending: Promise.resolve(hash) });
    walk.leave(awaiting, 'sent', { hash });
    walk.at(awaiting, { plan: transfer, hash });
    walk.leave(awaiting, 'done');
    await walk.ends({
      result: { status: 'completed', fundingMethod: 'external', transactionHash: hash },
    });
  },

  'a transfer that the wallet was asked for goes on where the modal closes': async () => {
    const walk = to('wallet');
    walk.leave(fromWallet, 'confirmed', { plan: transfer });
    walk.leave(awaiting, 'submitted', { sending: Promise.resolve(hash) });
    walk.flow.close('escape-key');
    await walk.ends({ result: { status: 'completed', transactionHash: hash } });

    const refused = to('wallet');
    refused.leave(fromWallet, 'confirmed', { plan: transfer });
    const inVain = Promise.reject(new ServiceError('user_rejected_request'));
    inVain.catch(() => {});
    refused.leave(awaiting, 'submitted', { sending: inVain });
    refused.flow.close('escape-key');
    await refused.ends({ result: { status: 'cancelled' } });
  },

  'a transfer that the person rejects in the wallet, and confirms again': async () => {
    const walk = to('wallet');
    walk.leave(fromWallet, 'confirmed', { plan: transfer });
    walk.leave(awaiting, 'failed', { error: new ServiceError('user_rejected_request') });
    expect(walk.at(awaiting).error?.code).toBe('user_rejected_request');
    walk.leave(awaiting, 'again');
    walk.at(fromWallet, { mode: 'wallet', wallet });
    walk.leave(fromWallet, 'back');
    walk.at(selection);
    walk.flow.close('escape-key');
    await walk.ends({ code: 'exited_funding_flow' });
  },

  'a transfer from another network, whose price changes before it is sent': async () => {
    const walk = to('bridge');
    walk.leave(fromWallet, 'confirmed', { plan: bridge });
    const dearer = quoteOf('0x02');
    walk.leave(awaiting, 'changed', { quote: dearer });
    walk.at(fromWallet, { mode: 'bridge', quote: dearer, wallet });
    walk.leave(fromWallet, 'confirmed', { plan: { ...bridge, quote: dearer } });
    walk.leave(awaiting, 'sent', { hash });
    walk.leave(awaiting, 'ended', { outcome: 'completed' });
    walk.at(awaiting, { outcome: 'completed' });
    walk.leave(awaiting, 'done');
    await walk.ends({ result: { status: 'completed', transactionHash: hash } });
  },

  'a transfer from another network that is refunded': async () => {
    const walk = to('bridge');
    walk.leave(fromWallet, 'confirmed', { plan: bridge });
    walk.leave(awaiting, 'sent', { hash });
    walk.leave(awaiting, 'ended', { outcome: 'refunded' });
    walk.flow.close('escape-key');
    await walk.ends({ result: { status: 'cancelled' } });
  },

  'a transfer from another network that is on its way as the modal closes': async () => {
    const walk = to('bridge');
    walk.leave(fromWallet, 'confirmed', { plan: bridge });
    walk.leave(awaiting, 'submitted', { sending: Promise.resolve(hash) });
    walk.leave(awaiting, 'sent', { hash });
    walk.flow.close('escape-key');
    await walk.ends({ result: { status: 'pending', transactionHash: hash } });
  },

  'a transfer by hand that arrives': async () => {
    const walk = to('manual');
    walk.leave(manual, 'done');
    await walk.ends({ result: { status: 'completed', fundingMethod: 'manual' } });
  },

  'a user who is gone by then': async () => {
    const gone = new ServiceError('must_be_authenticated');
    const begin = beginWalk(fund);
    begin.leave(selection, 'failed', { error: gone });
    begin.at('ERROR_SCREEN', { isFinal: true });
    begin.leave('ERROR_SCREEN', 'closed');
    await begin.ends({ code: 'must_be_authenticated' });
    const inManual = to('manual');
    inManual.leave(manual, 'failed', { error: gone });
    inManual.at('ERROR_SCREEN');
    const inWallet = to('wallet');
    inWallet.leave(fromWallet, 'failed', { error: gone });
    inWallet.at('ERROR_SCREEN');
    const inStatus = to('moonpay');
    inStatus.leave(prompt, 'opened', { purchase });
    inStatus.leave(moonpay, 'failed', { error: gone });
    inStatus.at('ERROR_SCREEN');
  },

  'a transaction that is short: back, and on with it, prepared anew': async () => {
    const walk = forTransaction();
    const { funding: asked } = walk.at(selection);
    expect(asked).toMatchObject({ address, target: 5n, config: { amount, chain: { id: 8453 } } });
    walk.leave(selection, 'back');
    walk.at(sending, { act: 'send', request: question });
    for (const exit of ['continued'] as const) {
      walk.leave(sending, 'add-funds', { amount, target: 5n });
      walk.leave(selection, exit);
      walk.at(sending);
      walk.leave(sending, 'add-funds', { amount, target: 5n });
      walk.leave(selection, 'chosen', { way: 'moonpay', amount });
      walk.leave(prompt, exit);
      walk.at(sending);
      walk.leave(sending, 'add-funds', { amount, target: 5n });
      walk.leave(selection, 'chosen', { way: 'bridge', amount });
      walk.leave(fromWallet, exit);
      walk.at(sending);
    }
    walk.leave(sending, 'add-funds', { amount, target: 5n });
    walk.leave(selection, 'chosen', { way: 'manual', amount });
    walk.leave(manual, 'done');
    walk.at(sending);
    walk.leave(sending, 'rejected');
    await walk.ends({ code: 'user_rejected_request' });
  },

  'a transaction keeps its own result, whatever was paid for it': async () => {
    const walk = forTransaction();
    walk.leave(selection, 'chosen', { way: 'wallet', amount });
    walk.leave(fromWallet, 'confirmed', { plan: transfer });
    walk.leave(awaiting, 'submitted', { sending: Promise.resolve(hash) });
    walk.leave(awaiting, 'sent', { hash });
    walk.leave(awaiting, 'done');
    walk.at(sending);
    walk.leave(sending, 'add-funds', { amount, target: 5n });
    walk.leave(selection, 'chosen', { way: 'moonpay', amount });
    walk.leave(prompt, 'opened', { purchase });
    walk.flow.close('escape-key');
    await walk.ends({ code: 'user_rejected_request' });
  },

  '[FUND-18] a new wallet is offered to be funded, where the app wants that, and may be left so':
    async () => {
      const walk = beginWalk({ intent: 'create-wallet', input: undefined }, { fundingOffered: true });
      walk.leave('EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN', 'created', { address });
      walk.leave('EMBEDDED_WALLET_CREATED_SCREEN', 'done');
      walk.after(2500);
      walk.at(selection, { funding, isPrompt: true });
      walk.leave(selection, 'skipped');
      await walk.ends({ result: { address } });
    },
};
