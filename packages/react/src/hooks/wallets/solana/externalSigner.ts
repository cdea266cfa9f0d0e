import {
  type ConnectedWallet,
  type LatchkeyClient,
  listExternalWallets,
  type SolanaSigner,
} from '@latchkey/core';
import { lazy } from '../../../lazy.ts';

const loadReadable = lazy(() => import('@latchkey/frame/readable'));

export const findExternalWallet = (
  client: LatchkeyClient,
  address: string | undefined,
): ConnectedWallet | null =>
  listExternalWallets(client).find((wallet) => wallet.chainType === 'solana' && wallet.address === address) ??
  null;

/** Returns the signing functions of an external wallet, which asks the user itself. Requests run one after the other. */
export function externalSigner(wallet: ConnectedWallet): SolanaSigner {
  return {
    signMessage: (...inputs) =>
      inTurn(inputs, async ({ message }) => ({
        signedMessage: message,
        signature: await wallet.signMessage(message),
      })),
    signTransaction: (...inputs) =>
      inTurn(inputs, async ({ transaction }) => ({
        signedTransaction: await wallet.signTransaction(transaction),
      })),
    signAndSendTransaction: (...inputs) =>
      inTurn(inputs, async ({ transaction }) => ({
        signature: await wallet.signAndSendTransaction(transaction),
      })),
  };
}

async function inTurn<Input, Output>(
  inputs: readonly Input[],
  act: (input: Input) => Promise<Output>,
): Promise<Output[]> {
  const outputs: Output[] = [];
  for (const input of inputs) outputs.push(await act(input));
  return outputs;
}

/** Returns an external wallet's functions for `useSolanaWallets`: signatures are in base 58. */
export function externalWalletActions(wallet: ConnectedWallet) {
  const toText = async (signature: Promise<Uint8Array>) => (await loadReadable()).toBase58(await signature);
  const signTransaction = ({ transaction }: { transaction: Uint8Array }) =>
    wallet.signTransaction(transaction);
  return {
    signMessage: ({ message }: { message: string }) =>
      toText(wallet.signMessage(new TextEncoder().encode(message))),
    signTransaction,
    signAllTransactions: ({ transactions }: { transactions: readonly Uint8Array[] }) =>
      inTurn(transactions, (transaction) => signTransaction({ transaction })),
    sendTransaction: ({ transaction }: { transaction: Uint8Array }) =>
      toText(wallet.signAndSendTransaction(transaction)),
  };
}
