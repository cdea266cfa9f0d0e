import type { PreparedTransaction, SentTransaction, TransactionQuestion } from '@latchkey/core';
import { ServiceError, type WalletAccount } from '@latchkey/wire';
import { expect, vi } from 'vitest';
import type { ModalRequest } from '../../request.ts';
import { address, beginJourney, error, type Journey, type Journeys } from './journey.testkit.ts';

const sending = 'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN';
const connecting = 'EMBEDDED_WALLET_CONNECTING_SCREEN';
const question = { address, chain: { id: 1, name: 'Ethereum' } } as TransactionQuestion;
const prepared = { address } as PreparedTransaction;
const hash = '0xabc1' as const;
const sent: SentTransaction = { hash, receipt: null };
const failed = new ServiceError('transaction_failure');
const lost = new ServiceError('wallet_not_on_device');
const wallet = { type: 'wallet', address, recoveryMethod: 'privy' } as WalletAccount;

const send: ModalRequest = { intent: 'send', input: question };
const sign: ModalRequest = { intent: 'sign-transaction', input: question };

/** A sending that fails, of which the screen hears by itself. */
function inVainBy(cause: ServiceError): Promise<never> {
  const sending = Promise.reject(cause);
  sending.catch(() => {});
  return sending;
}

/** Returns the result that the caller has so far; null while it waits. */
async function told(journey: Journey): Promise<unknown> {
  return Promise.race([journey.outcome, Promise.resolve(null)]);
}

export const sendJourneys: Journeys = {
  'sent: the caller hears of it at once, and the receipt stays until it is closed': async () => {
    const journey = beginJourney(send);
    journey.leave(sending, 'submitted', { sending: Promise.resolve(sent) });
    expect(await told(journey)).toBeNull();
    journey.leave(sending, 'sent', sent);
    expect(await told(journey)).toEqual({ ok: true, result: sent });
    expect(journey.at(sending, { sent })).toMatchObject({ act: 'send' });
    vi.advanceTimersByTime(60_000);
    journey.at(sending, { sent });
    journey.leave(sending, 'done');
    await journey.ends({ result: sent });
  },

  'a receipt gives way to what the caller asks for next, 1.4 s later': async () => {
    const journey = beginJourney(send);
    const later = journey.flow.open(send);
    journey.leave(sending, 'sent', sent);
    journey.after(1400);
    await journey.ends({ result: sent });
    vi.advanceTimersByTime(200);
    expect(journey.at(sending).sent).toBeUndefined();
    journey.leave(sending, 'rejected');
    expect(await later).toMatchObject({ ok: false, error: { code: 'user_rejected_request' } });
  },

  'rejected before it was submitted': async () => {
    const journey = beginJourney(send);
    journey.leave(sending, 'rejected');
    await journey.ends({ code: 'user_rejected_request' });
  },

  'closed once submitted: it goes on, and the caller hears what it came to': async () => {
    const journey = beginJourney(send);
    let arrive = (_: SentTransaction) => {};
    journey.leave(sending, 'submitted', {
      sending: new Promise<SentTransaction>((resolve) => {
        arrive = resolve;
      }),
    });
    journey.flow.close('escape-key');
    expect(await told(journey)).toBeNull();
    arrive(sent);
    await journey.ends({ result: sent });

    const inVain = beginJourney(send);
    inVain.leave(sending, 'submitted', { sending: inVainBy(failed) });
    inVain.flow.close('escape-key');
    await inVain.ends({ code: 'transaction_failure' });
  },

  'a failure with a hash, told, and retried as the same attempt': async () => {
    const journey = beginJourney(send);
    journey.leave(sending, 'failed', { error: failed, hash });
    journey.at(sending, { failure: { error: failed, hash } });
    expect(await told(journey)).toBeNull();
    journey.leave(sending, 'retried');
    expect(journey.at(sending, { retryOf: hash }).failure).toBeUndefined();
    journey.leave(sending, 'failed', { error });
    journey.leave(sending, 'retried');
    journey.at(sending, { retryOf: hash });
    journey.leave(sending, 'failed', { error: failed });
    journey.leave(sending, 'done');
    await journey.ends({ code: 'transaction_failure' });
  },

  'a locked wallet, recovered: what was agreed to goes on by one press, and once': async () => {
    const journey = beginJourney(send);
    const attempt = () => {
      journey.leave(sending, 'submitted', { sending: inVainBy(lost) });
      journey.leave(sending, 'failed', { error: lost, again: { approved: prepared } });
    };
    attempt();
    journey.leave(connecting, 'connected', { wallet });
    journey.at(sending, { approved: prepared });
    attempt();
    // The same refusal again is told; after that the person begins another try.
    journey.at(sending, { failure: { error: lost, hash: null } });
    journey.leave(sending, 'retried');
    attempt();
    journey.leave(connecting, 'connected', { wallet });
    journey.at(sending, { approved: prepared });
    // Nothing is on its way any more on the step-up: who leaves there has not sent.
    attempt();
    journey.flow.close('escape-key');
    await journey.ends({ code: 'wallet_not_on_device' });
  },

  'left on the step-up: nothing was sent': async () => {
    const journey = beginJourney(send);
    journey.leave(sending, 'submitted', { sending: inVainBy(lost) });
    journey.leave(sending, 'failed', { error: lost, again: { approved: prepared } });
    journey.flow.close('escape-key');
    await journey.ends({ code: 'user_rejected_request' });
  },

  'signed and not sent, out 1.4 s later; rejected': async () => {
    const journey = beginJourney(sign);
    expect(journey.at(sending)).toMatchObject({ act: 'sign' });
    journey.leave(sending, 'signed', { signature: '0x5197' });
    journey.after(1400);
    await journey.ends({ result: { signature: '0x5197' } });
    const rejected = beginJourney(sign);
    rejected.leave(sending, 'rejected');
    await rejected.ends({ code: 'user_rejected_request' });
  },
};
