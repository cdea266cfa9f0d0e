import type { ConnectedWallet, PreparedTransfer, Quote, TransactionQuestion } from '@latchkey/core';
import { ServiceError } from '@latchkey/wire';
import { expect } from 'vitest';
import type { ModalRequest } from '../../request.ts';
import { address, beginJourney, error, type Journey, type Journeys } from './journey.testkit.ts';

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

/** Opens the screen of a way to fund, in a visit for funding only. */
function to(way: 'bridge' | 'manual' | 'moonpay' | 'wallet' | 'coinbase'): Journey {
  const journey = beginJourney(fund);
  journey.leave(selection, 'chosen', { way, amount });
  return journey;
}

/** Opens the selection from a transaction that lacks funds. */
function forTransaction(): Journey {
  const journey = beginJourney({ intent: 'send', input: question });
  journey.leave(sending, 'add-funds', { amount, target: 5n });
  return journey;
}

export const fundingJourneys: Journeys = {
  'a funding that the user leaves on the list of ways ends with exited_funding_flow': async () => {
    const journey = to('manual');
    journey.at(manual, { funding, amount });
    journey.leave(manual, 'back');
    journey.at(selection, { funding, amount, isAgain: true });
    journey.flow.close('escape-key');
    await journey.ends({ code: 'exited_funding_flow' });
  },

  'a purchase at MoonPay completes': async () => {
    const journey = to('moonpay');
    journey.leave(prompt, 'opened', { purchase });
    journey.at(moonpay, { purchase, amount });
    journey.leave(moonpay, 'ended', { status: 'completed' });
    journey.at(moonpay, { status: 'completed' });
    journey.leave(moonpay, 'done');
    await journey.ends({ result: { status: 'completed', fundingMethod: 'moonpay', address, amount } });
  },

  'a purchase at MoonPay is still pending when the modal closes': async () => {
    const journey = to('moonpay');
    journey.leave(prompt, 'opened', { purchase });
    journey.flow.close('escape-key');
    await journey.ends({ result: { status: 'pending', fundingMethod: 'moonpay' } });
  },

  'a failed purchase at MoonPay returns to the other ways': async () => {
    const journey = to('moonpay');
    journey.leave(prompt, 'opened', { purchase });
    journey.leave(moonpay, 'ended', { status: 'failed' });
    journey.leave(moonpay, 'again');
    journey.at(selection, { isAgain: true });
    journey.flow.close('escape-key');
    await journey.ends({ result: { status: 'cancelled' } });

    const unknown = to('moonpay');
    unknown.leave(prompt, 'opened', { purchase });
    unknown.leave(moonpay, 'ended', { status: 'serviceFailure' });
    unknown.leave(moonpay, 'back');
    unknown.at(selection);
    unknown.flow.close('escape-key');
    await unknown.ends({ result: { status: 'pending' } });
  },

  'the selection shows that a MoonPay URL could not be signed, until the next choice': async () => {
    const journey = to('moonpay');
    journey.leave(prompt, 'failed', { error });
    journey.at(selection, { problem: 'moonpay' });
    journey.leave(selection, 'chosen', { way: 'moonpay', amount });
    journey.leave(prompt, 'back');
    expect(journey.at(selection).problem).toBeUndefined();
    journey.flow.close('escape-key');
    await journey.ends({ code: 'exited_funding_flow' });
  },

  'a purchase at Coinbase completes in the window that the click opened': async () => {
    const journey = beginJourney(fund);
    journey.leave(selection, 'chosen', { way: 'coinbase', amount, popup });
    expect(journey.at(coinbase, { popup }).isBlocked).toBeUndefined();
    journey.leave(coinbase, 'started', { purchase });
    journey.at(coinbase, { popup, purchase });
    journey.leave(coinbase, 'ended', { status: 'completed' });
    journey.leave(coinbase, 'done');
    await journey.ends({ result: { status: 'completed', fundingMethod: 'coinbase-onramp' } });
  },

  'a blocked Coinbase window is opened by another click, and then closed': async () => {
    const journey = beginJourney(fund);
    journey.leave(selection, 'chosen', { way: 'coinbase', amount, popup: null });
    journey.at(coinbase, { popup: null, isBlocked: true });
    journey.leave(coinbase, 'opened', { popup });
    journey.leave(coinbase, 'started', { purchase });
    journey.leave(coinbase, 'ended', { status: 'exit' });
    journey.leave(coinbase, 'again');
    journey.at(selection, { isAgain: true });
    journey.flow.close('escape-key');
    await journey.ends({ result: { status: 'pending' } });
  },

  'a purchase at Coinbase fails before and after it exists': async () => {
    const journey = to('coinbase');
    expect(journey.at(coinbase, { popup: null }).isBlocked).toBeUndefined();
    journey.leave(coinbase, 'opened', { popup });
    journey.leave(coinbase, 'failed', { error });
    journey.at(selection, { problem: 'coinbase' });
    journey.leave(selection, 'chosen', { way: 'coinbase', amount, popup });
    journey.leave(coinbase, 'started', { purchase });
    journey.leave(coinbase, 'ended', { status: 'failed' });
    journey.leave(coinbase, 'back');
    journey.at(selection);
    journey.flow.close('escape-key');
    await journey.ends({ result: { status: 'cancelled' } });
  },

  'a transfer from a wallet completes': async () => {
    const journey = to('wallet');
    journey.at(fromWallet, { mode: 'wallet' });
    journey.leave(fromWallet, 'confirmed', { plan: transfer });
    journey.leave(awaiting, 'submitted', { sending: Promise.resolve(hash) });
    journey.leave(awaiting, 'sent', { hash });
    journey.at(awaiting, { plan: transfer, hash });
    journey.leave(awaiting, 'done');
    await journey.ends({
      result: { status: 'completed', fundingMethod: 'external', transactionHash: hash },
    });
  },

  'a transfer that the wallet was asked to send continues if the modal closes': async () => {
    const journey = to('wallet');
    journey.leave(fromWallet, 'confirmed', { plan: transfer });
    journey.leave(awaiting, 'submitted', { sending: Promise.resolve(hash) });
    journey.flow.close('escape-key');
    await journey.ends({ result: { status: 'completed', transactionHash: hash } });

    const refused = to('wallet');
    refused.leave(fromWallet, 'confirmed', { plan: transfer });
    const inVain = Promise.reject(new ServiceError('user_rejected_request'));
    inVain.catch(() => {});
    refused.leave(awaiting, 'submitted', { sending: inVain });
    refused.flow.close('escape-key');
    await refused.ends({ result: { status: 'cancelled' } });
  },

  'a transfer that the user rejects in the wallet can be tried again': async () => {
    const journey = to('wallet');
    journey.leave(fromWallet, 'confirmed', { plan: transfer });
    journey.leave(awaiting, 'failed', { error: new ServiceError('user_rejected_request') });
    expect(journey.at(awaiting).error?.code).toBe('user_rejected_request');
    journey.leave(awaiting, 'again');
    journey.at(fromWallet, { mode: 'wallet', wallet });
    journey.leave(fromWallet, 'back');
    journey.at(selection);
    journey.flow.close('escape-key');
    await journey.ends({ code: 'exited_funding_flow' });
  },

  'a transfer from another network completes after its price changed before it was sent': async () => {
    const journey = to('bridge');
    journey.leave(fromWallet, 'confirmed', { plan: bridge });
    const dearer = quoteOf('0x02');
    journey.leave(awaiting, 'changed', { quote: dearer });
    journey.at(fromWallet, { mode: 'bridge', quote: dearer, wallet });
    journey.leave(fromWallet, 'confirmed', { plan: { ...bridge, quote: dearer } });
    journey.leave(awaiting, 'sent', { hash });
    journey.leave(awaiting, 'ended', { outcome: 'completed' });
    journey.at(awaiting, { outcome: 'completed' });
    journey.leave(awaiting, 'done');
    await journey.ends({ result: { status: 'completed', transactionHash: hash } });
  },

  'a transfer from another network that is refunded counts as cancelled': async () => {
    const journey = to('bridge');
    journey.leave(fromWallet, 'confirmed', { plan: bridge });
    journey.leave(awaiting, 'sent', { hash });
    journey.leave(awaiting, 'ended', { outcome: 'refunded' });
    journey.flow.close('escape-key');
    await journey.ends({ result: { status: 'cancelled' } });
  },

  'a transfer from another network is pending when the modal closes': async () => {
    const journey = to('bridge');
    journey.leave(fromWallet, 'confirmed', { plan: bridge });
    journey.leave(awaiting, 'submitted', { sending: Promise.resolve(hash) });
    journey.leave(awaiting, 'sent', { hash });
    journey.flow.close('escape-key');
    await journey.ends({ result: { status: 'pending', transactionHash: hash } });
  },

  'a transfer by hand completes when it arrives': async () => {
    const journey = to('manual');
    journey.leave(manual, 'done');
    await journey.ends({ result: { status: 'completed', fundingMethod: 'manual' } });
  },

  'a funding leads to the error screen if the user is no longer signed in': async () => {
    const gone = new ServiceError('must_be_authenticated');
    const begin = beginJourney(fund);
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

  'a transaction that lacked funds is shown again after the funding': async () => {
    const journey = forTransaction();
    const { funding: asked } = journey.at(selection);
    expect(asked).toMatchObject({ address, target: 5n, config: { amount, chain: { id: 8453 } } });
    journey.leave(selection, 'back');
    journey.at(sending, { act: 'send', request: question });
    for (const exit of ['continued'] as const) {
      journey.leave(sending, 'add-funds', { amount, target: 5n });
      journey.leave(selection, exit);
      journey.at(sending);
      journey.leave(sending, 'add-funds', { amount, target: 5n });
      journey.leave(selection, 'chosen', { way: 'moonpay', amount });
      journey.leave(prompt, exit);
      journey.at(sending);
      journey.leave(sending, 'add-funds', { amount, target: 5n });
      journey.leave(selection, 'chosen', { way: 'bridge', amount });
      journey.leave(fromWallet, exit);
      journey.at(sending);
    }
    journey.leave(sending, 'add-funds', { amount, target: 5n });
    journey.leave(selection, 'chosen', { way: 'manual', amount });
    journey.leave(manual, 'done');
    journey.at(sending);
    journey.leave(sending, 'rejected');
    await journey.ends({ code: 'user_rejected_request' });
  },

  'a transaction keeps its own result after a funding': async () => {
    const journey = forTransaction();
    journey.leave(selection, 'chosen', { way: 'wallet', amount });
    journey.leave(fromWallet, 'confirmed', { plan: transfer });
    journey.leave(awaiting, 'submitted', { sending: Promise.resolve(hash) });
    journey.leave(awaiting, 'sent', { hash });
    journey.leave(awaiting, 'done');
    journey.at(sending);
    journey.leave(sending, 'add-funds', { amount, target: 5n });
    journey.leave(selection, 'chosen', { way: 'moonpay', amount });
    journey.leave(prompt, 'opened', { purchase });
    journey.flow.close('escape-key');
    await journey.ends({ code: 'user_rejected_request' });
  },

  '[FUND-18] funding is offered for a new wallet if the app enables it, and can be skipped': async () => {
    const journey = beginJourney({ intent: 'create-wallet', input: undefined }, { fundingOffered: true });
    journey.leave('EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN', 'created', { address });
    journey.leave('EMBEDDED_WALLET_CREATED_SCREEN', 'done');
    journey.after(2500);
    journey.at(selection, { funding, isPrompt: true });
    journey.leave(selection, 'skipped');
    await journey.ends({ result: { address } });
  },

  '[FUND-18] funding of a new Solana wallet is offered on Solana': async () => {
    const solana = { address: '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi', chainType: 'solana' } as const;
    const journey = beginJourney({ intent: 'create-wallet', input: undefined }, { fundingOffered: true });
    journey.leave('EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN', 'created', { address: solana.address });
    journey.leave('EMBEDDED_WALLET_CREATED_SCREEN', 'done');
    journey.after(2500);
    journey.at(selection, { funding: solana, isPrompt: true });
    journey.leave(selection, 'skipped');
    await journey.ends({ result: { address: solana.address } });
  },
};
