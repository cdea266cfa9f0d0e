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

/** Returns a rejected promise of a sent transaction. The rejection is handled. */
function inVainBy(cause: ServiceError): Promise<never> {
  const sending = Promise.reject(cause);
  sending.catch(() => {});
  return sending;
}

/** Returns the outcome that was reported to the caller; null if there is none yet. */
async function told(journey: Journey): Promise<unknown> {
  return Promise.race([journey.outcome, Promise.resolve(null)]);
}

export const sendJourneys: Journeys = {
  'a sent transaction is reported at once, and its receipt stays until the user closes it': async () => {
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

  'the receipt of a transaction gives way to the next request after 1.4 s': async () => {
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

  'a transaction is rejected before it is submitted': async () => {
    const journey = beginJourney(send);
    journey.leave(sending, 'rejected');
    await journey.ends({ code: 'user_rejected_request' });
  },

  'a submitted transaction continues if the modal is closed, and its result is reported': async () => {
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

  'a transaction that fails with a hash shows the failure, and is retried as the same attempt': async () => {
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

  'a transaction that the user leaves while a retry is reviewed is reported as rejected': async () => {
    for (const request of [send, sign]) {
      const journey = beginJourney(request);
      journey.leave(sending, 'failed', { error });
      journey.leave(sending, 'retried');
      journey.flow.close('escape-key');
      await journey.ends({ code: 'user_rejected_request' });
    }
    const rejected = beginJourney(send);
    rejected.leave(sending, 'failed', { error });
    rejected.leave(sending, 'retried');
    rejected.leave(sending, 'rejected');
    await rejected.ends({ code: 'user_rejected_request' });
  },

  'a transaction that was signed and failed is reported as failed, although the user leaves its retry':
    async () => {
      const journey = beginJourney(send);
      const reverted = new ServiceError('transaction_failure', { details: { hash } });
      journey.leave(sending, 'failed', { error: reverted, hash });
      journey.leave(sending, 'retried');
      journey.leave(sending, 'rejected');
      await journey.ends({ code: 'transaction_failure' });
    },

  'an approved transaction continues after the wallet was recovered, but only once': async () => {
    const journey = beginJourney(send);
    const attempt = () => {
      journey.leave(sending, 'submitted', { sending: inVainBy(lost) });
      journey.leave(sending, 'failed', { error: lost, again: { approved: prepared } });
    };
    attempt();
    journey.leave(connecting, 'connected', { wallet });
    journey.at(sending, { approved: prepared });
    attempt();
    // The second time, the same error is shown. The user then starts another try.
    journey.at(sending, { failure: { error: lost, hash: null } });
    journey.leave(sending, 'retried');
    attempt();
    journey.leave(connecting, 'connected', { wallet });
    journey.at(sending, { approved: prepared });
    // Nothing is in progress while the failure is shown. A user who leaves then has not sent the transaction.
    attempt();
    journey.flow.close('escape-key');
    await journey.ends({ code: 'wallet_not_on_device' });
  },

  'a transaction that the user leaves during the step-up is reported as rejected': async () => {
    const journey = beginJourney(send);
    journey.leave(sending, 'submitted', { sending: inVainBy(lost) });
    journey.leave(sending, 'failed', { error: lost, again: { approved: prepared } });
    journey.flow.close('escape-key');
    await journey.ends({ code: 'user_rejected_request' });
  },

  'a transaction that is only signed closes 1.4 s later, or is rejected': async () => {
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
