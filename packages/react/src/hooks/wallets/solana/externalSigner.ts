import {
  type ConnectedWallet,
  type LatchkeyClient,
  listExternalWallets,
  type SolanaSigner,
} from '@latchkey/core';
import { lazy } from '../../../lazy.ts';

/** Writes base 58. A page whose Solana wallets are embedded alone does not load it for that. */
const loadReadable = lazy(() => import('@latchkey/frame/readable'));

/** Finds a Solana wallet that the person brought. */
export const findExternalWallet = (
  client: LatchkeyClient,
  address: string | undefined,
): ConnectedWallet | null =>
  listExternalWallets(client).find((wallet) => wallet.chainType === 'solana' && wallet.address === address) ??
  null;

/** The signing features of a wallet that the person brought: it asks them by itself, one request after the other. */
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

/** The acts of a wallet as `useSolanaWallets` gives them: signatures in base 58. */
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
