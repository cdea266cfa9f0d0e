import { door } from '../door.ts';
import { internalsOf } from '../internals.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import type { AskAndSend, AskAndSignTransaction } from '../transactions/index.ts';
import { type AskAndSign, getAccess, getWallet, type SignRequest, signEthereum } from '../wallets/index.ts';
import { createProvider, type EthereumProvider } from './createProvider.ts';

/** What a host asks a person first, each in place of doing it without a screen. */
export interface ProviderInput {
  readonly address?: string;
  readonly sign?: AskAndSign;
  readonly send?: AskAndSend | undefined;
  readonly signTransaction?: AskAndSignTransaction | undefined;
}

// Most pages that read or sign never send: what sends is loaded then.
const sendNow = door(async () => (await import('../transactions/index.ts')).sendNow);
const checkTransaction = door(async () => (await import('../transactions/index.ts')).checkTransaction);
const waitUntilMined = door(async () => (await import('../transactions/index.ts')).waitUntilMined);
const signNow = door(async () => (await import('../transactions/index.ts')).signNow);

/** Makes the provider of a wallet of the user's, which signs and sends at once where the host asks no one. */
export async function openProvider(
  client: LatchkeyClient,
  input: ProviderInput = {},
): Promise<EthereumProvider> {
  const internals = internalsOf(client);
  const { user } = await getAccess(internals);
  const { address } = getWallet(user, input.address, 'ethereum');
  const signDirectly = (request: SignRequest) => signEthereum(internals, request);
  return createProvider({
    internals,
    address,
    sign: input.sign ?? signDirectly,
    async send(transaction) {
      const { send } = input;
      return (await sendNow(client, { transaction, address, send, waitForConfirmation: false })).hash;
    },
    signTransaction: (transaction) => signNow(client, { transaction, address, sign: input.signTransaction }),
    check: (transaction) => checkTransaction(client, { transaction, address }),
    waitForReceipt: (asked) => waitUntilMined(client, asked),
  });
}
