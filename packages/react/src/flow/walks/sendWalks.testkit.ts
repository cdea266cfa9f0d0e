import type { PreparedTransaction, SentTransaction, TransactionQuestion } from '@latchkey/core/startup';
import { ServiceError, type WalletAccount } from '@latchkey/wire';
import { expect, vi } from 'vitest';
import type { ModalRequest } from '../../request.ts';
import { address, beginWalk, error, type Walk, type Walks } from './walk.testkit.ts';

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

/** What the caller was told so far; null while it waits. */
async function told(walk: Walk): Promise<unknown> {
  return Promise.race([walk.outcome, Promise.resolve(null)]);
}

export const sendWalks: Walks = {
  'sent: the caller hears of it at once, and the receipt stays until it is closed': async () => {
    const walk = beginWalk(send);
    walk.leave(sending, 'submitted', { sending: Promise.resolve(sent) });
    expect(await told(walk)).toBeNull();
    walk.leave(sending, 'sent', sent);
    expect(await told(walk)).toEqual({ ok: true, result: sent });
    expect(walk.at(sending, { sent })).toMatchObject({ act: 'send' });
    vi.advanceTimersByTime(60_000);
    walk.at(sending, { sent });
    walk.leave(sending, 'done');
    await walk.ends({ result: sent });
  },

  'a receipt gives way to what the caller asks for next, 1.4 s later': async () => {
    const walk = beginWalk(send);
    const later = walk.flow.open(send);
    walk.leave(sending, 'sent', sent);
    walk.after(1400);
    await walk.ends({ result: sent });
    vi.advanceTimersByTime(200);
    expect(walk.at(sending).sent).toBeUndefined();
    walk.leave(sending, 'rejected');
    expect(await later).toMatchObject({ ok: false, error: { code: 'user_rejected_request' } });
  },

  'rejected before it was submitted': async () => {
    const walk = beginWalk(send);
    walk.leave(sending, 'rejected');
    await walk.ends({ code: 'user_rejected_request' });
  },

  'closed once submitted: it goes on, and the caller hears what it came to': async () => {
    const walk = beginWalk(send);
    let arrive = (_: SentTransaction) => {};
    walk.leave(sending, 'submitted', {
      sending: new Promise<SentTransaction>((resolve) => {
        arrive = resolve;
      }),
    });
    walk.flow.close('escape-key');
    expect(await told(walk)).toBeNull();
    arrive(sent);
    await walk.ends({ result: sent });

    const inVain = beginWalk(send);
    inVain.leave(sending, 'submitted', { sending: inVainBy(failed) });
    inVain.flow.close('escape-key');
    await inVain.ends({ code: 'transaction_failure' });
  },

  'a failure with a hash, told, and retried as the same attempt': async () => {
    const walk = beginWalk(send);
    walk.leave(sending, 'failed', { error: failed, hash });
    walk.at(sending, { failure: { error: failed, hash } });
    expect(await told(walk)).toBeNull();
    walk.leave(sending, 'retried');
    expect(walk.at(sending, { retryOf: hash }).failure).toBeUndefined();
    walk.leave(sending, 'failed', { error });
    walk.leave(sending, 'retried');
    walk.at(sending, { retryOf: hash });
    walk.leave(sending, 'failed', { error: failed });
    walk.leave(sending, 'done');
    await walk.ends({ code: 'transaction_failure' });
  },

  'a locked wallet, recovered: what was agreed to goes on by one press, and once': async () => {
    const walk = beginWalk(send);
    const attempt = () => {
      walk.leave(sending, 'submitted', { sending: inVainBy(lost) });
      walk.leave(sending, 'failed', { error: lost, again: { approved: prepared } });
    };
    attempt();
    walk.leave(connecting, 'connected', { wallet });
    walk.at(sending, { approved: prepared });
    attempt();
    // The same refusal again is told; after that the person begins another try.
    walk.at(sending, { failure: { error: lost, hash: null } });
    walk.leave(sending, 'retried');
    attempt();
    walk.leave(connecting, 'connected', { wallet });
    walk.at(sending, { approved: prepared });
    // Nothing is on its way any more on the detour: who leaves there has not sent.
    attempt();
    walk.flow.close('escape-key');
    await walk.ends({ code: 'wallet_not_on_device' });
  },

  'left on the detour: nothing was sent': async () => {
    const walk = beginWalk(send);
    walk.leave(sending, 'submitted', { sending: inVainBy(lost) });
    walk.leave(sending, 'failed', { error: lost, again: { approved: prepared } });
    walk.flow.close('escape-key');
    await walk.ends({ code: 'user_rejected_request' });
  },

  'signed and not sent, out 1.4 s later; rejected': async () => {
    const walk = beginWalk(sign);
    expect(walk.at(sending)).toMatchObject({ act: 'sign' });
    walk.leave(sending, 'signed', { signature: '0x5197' });
    walk.after(1400);
    await walk.ends({ result: { signature: '0x5197' } });
    const rejected = beginWalk(sign);
    rejected.leave(sending, 'rejected');
    await rejected.ends({ code: 'user_rejected_request' });
  },
};
