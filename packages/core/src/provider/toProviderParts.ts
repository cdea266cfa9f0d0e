import { contextsOf, type SessionContext } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { lazy } from '../lazy.ts';
import type { ConfirmAndSend, ConfirmAndSignTransaction } from '../transactions/index.ts';
import { type ConfirmAndSign, findWallet, signEthereum } from '../wallets/index.ts';
import type { ProviderParts } from './createProvider.ts';

/** Functions of the host that ask the user first, each in place of the direct operation. */
export interface Confirmations {
  readonly sign?: ConfirmAndSign;
  /** For hashes, which nobody can review. @default `sign` */
  readonly signRaw?: ConfirmAndSign;
  readonly send?: ConfirmAndSend | undefined;
  readonly signTransaction?: ConfirmAndSignTransaction | undefined;
}

const sendNow = lazy(async () => (await import('../transactions/index.ts')).sendTransaction);
const checkTransaction = lazy(async () => (await import('../transactions/index.ts')).checkTransaction);
const waitUntilMined = lazy(async () => (await import('../transactions/index.ts')).waitForReceipt);
const signNow = lazy(async () => (await import('../transactions/index.ts')).signTransaction);

/**
 * Creates a provider's operations on a wallet. Each that signs or sends uses the function that `confirm` returns, or
 * runs without a prompt if there is none.
 */
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

/** Returns the address of the signed-in user's Ethereum wallet, the primary one by default; null if there is none. */
export function findAddress(session: SessionContext, address: string | undefined): string | null {
  const { user } = session.state.get();
  return (user && findWallet(user, address, 'ethereum')?.address) ?? null;
}
