import { contextsOf, type SessionContext } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { lazy } from '../lazy.ts';
import type { ConfirmAndSend, ConfirmAndSignTransaction } from '../transactions/index.ts';
import { type ConfirmAndSign, findWallet, signEthereum } from '../wallets/index.ts';
import type { ProviderParts } from './createProvider.ts';

/** The host's functions that ask the person first, each in place of doing it without a screen. */
export interface Confirmations {
  readonly sign?: ConfirmAndSign;
  /** Of hashes that no one can read. @default `sign` */
  readonly signRaw?: ConfirmAndSign;
  readonly send?: ConfirmAndSend | undefined;
  readonly signTransaction?: ConfirmAndSignTransaction | undefined;
}

// Most pages that read or sign never send: what sends is loaded then.
const sendNow = lazy(async () => (await import('../transactions/index.ts')).sendTransaction);
const checkTransaction = lazy(async () => (await import('../transactions/index.ts')).checkTransaction);
const waitUntilMined = lazy(async () => (await import('../transactions/index.ts')).waitForReceipt);
const signNow = lazy(async () => (await import('../transactions/index.ts')).signTransaction);

/** Makes what a provider does with a wallet: by a function that `confirm` returns, or at once if it returns none. */
export function toProviderParts(
  client: LatchkeyClient,
  confirm: () => Promise<Confirmations>,
): Omit<ProviderParts, 'chain' | 'wallet'> {
  const { frame } = contextsOf(client);
  return {
    frame,
    async sign(request) {
      const { sign } = await confirm();
      return sign ? sign(request) : signEthereum(frame, request);
    },
    async signRaw(request) {
      const { sign, signRaw = sign } = await confirm();
      return signRaw ? signRaw(request) : signEthereum(frame, request);
    },
    async send(transaction) {
      const { send } = await confirm();
      const asked = { transaction, address: transaction.from, send, waitForConfirmation: false };
      return (await sendNow(client, asked)).hash;
    },
    async signTransaction(transaction) {
      const { signTransaction: sign } = await confirm();
      return signNow(client, { transaction, address: transaction.from, sign });
    },
    check: (transaction) => checkTransaction(client, { transaction, address: transaction.from }),
    waitForReceipt: (asked) => waitUntilMined(client, asked),
  };
}

/** Finds the Ethereum wallet of the user who is signed in. */
export function findAddress(session: SessionContext, address: string | undefined): string | null {
  const { user } = session.state.get();
  return (user && findWallet(user, address, 'ethereum')?.address) ?? null;
}
