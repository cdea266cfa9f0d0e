import {
  createWallet,
  getSolanaSigner,
  listWallets,
  registerSolanaWallet,
  type SolanaChain,
  type SolanaSendOptions,
  type SolanaSigner,
  sendSolanaTransaction,
  signRequest,
  signSolanaMessage,
  signSolanaTransaction,
} from '@latchkey/core';
import type { Binding } from '../../../binding.ts';
import type { SignUiOptions } from '../../../flow/index.ts';
import { confirmInModal } from '../confirmInModal.ts';
import { externalSigner, findExternalWallet } from './externalSigner.ts';
import type { SolanaWalletRef } from './inputs.ts';

export interface WithUiOptions {
  uiOptions?: SignUiOptions;
}

const askedBy = (binding: Binding, address: string, { uiOptions }: WithUiOptions) => ({
  address,
  ...confirmInModal<string>(binding, uiOptions),
});

export function signMessage(
  binding: Binding,
  address: string,
  input: { message: string } & WithUiOptions,
): Promise<string> {
  const { message } = input;
  return signSolanaMessage(binding.client, { message, ...askedBy(binding, address, input) });
}

export function signTransaction(
  binding: Binding,
  address: string,
  input: { transaction: Uint8Array } & WithUiOptions,
): Promise<Uint8Array> {
  const { transaction } = input;
  return signSolanaTransaction(binding.client, { transaction, ...askedBy(binding, address, input) });
}

export async function signAllTransactions(
  binding: Binding,
  address: string,
  { transactions, ...asked }: { transactions: readonly Uint8Array[] } & WithUiOptions,
): Promise<Uint8Array[]> {
  const signed: Uint8Array[] = [];
  for (const transaction of transactions)
    signed.push(await signTransaction(binding, address, { transaction, ...asked }));
  return signed;
}

export function sendTransaction(
  binding: Binding,
  address: string,
  {
    transaction,
    chain,
    options,
    ...asked
  }: { transaction: Uint8Array; chain?: SolanaChain; options?: SolanaSendOptions } & WithUiOptions,
): Promise<string> {
  const given = { transaction, ...(chain ? { chain } : {}), ...(options ? { options } : {}) };
  return sendSolanaTransaction(binding.client, { ...given, ...askedBy(binding, address, asked) });
}

/**
 * Returns the signing functions of the first input's wallet if it is an external one, which shows requests itself; else
 * those of embedded wallets. The modal shows each of their requests with its input's options, unless the app signs
 * without prompts.
 */
export async function openSigner(
  binding: Binding,
  inputs: readonly { readonly options?: WithUiOptions; readonly wallet: SolanaWalletRef }[],
): Promise<SolanaSigner> {
  const external = findExternalWallet(binding.client, inputs[0]?.wallet.address);
  if (external) return externalSigner(external);
  return getSolanaSigner(binding.client, {
    sign(request, place) {
      const { sign } = confirmInModal<string>(binding, inputs[place]?.options?.uiOptions);
      return sign ? sign(request) : signRequest(binding.client, request);
    },
  });
}

/** Registers the wallet for code that looks for Wallet Standard wallets. @returns a function that unregisters it */
export function register(binding: Binding, name: string): Promise<() => void> {
  return registerSolanaWallet(binding.client, {
    name,
    connect: () => enter(binding),
    // Reads the settings at each request, because they may not be loaded when the wallet is registered.
    sign: (request) =>
      confirmInModal<string>(binding).sign?.(request) ?? signRequest(binding.client, request),
  });
}

/** Logs the user in if necessary, and creates their Solana wallet if they have none. */
async function enter({ client, modal }: Binding): Promise<void> {
  if (!client.getState().authenticated) await modal.open('login', undefined);
  if (listWallets(client).some(({ chainType }) => chainType === 'solana')) return;
  await createWallet(client, { chainType: 'solana' });
}
