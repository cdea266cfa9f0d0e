import {
  type EthereumProvider,
  getEmbeddedWallet,
  getEthereumProvider,
  type Hex,
  type LatchkeyClient,
} from '@latchkey/core';
import type { Binding } from '../../binding.ts';
import { confirmTransaction } from '../transactions/confirmTransaction.ts';
import { confirmAlways, confirmInModal } from './confirmInModal.ts';

const known = new WeakMap<LatchkeyClient, Map<string, Promise<EthereumProvider>>>();

/**
 * Returns the EIP-1193 provider of a wallet, the same object at each call, so a switch of the chain applies to all
 * callers. It asks the user in the modal, unless the app signs without prompts. For a bare hash it always asks.
 */
export function providerOf(binding: Binding, address: string): Promise<EthereumProvider> {
  const providers = known.get(binding.client) ?? new Map<string, Promise<EthereumProvider>>();
  known.set(binding.client, providers);
  const before = providers.get(address);
  if (before) return before;
  const { send, sign: signTransaction } = confirmTransaction(binding);
  const opened = getEthereumProvider(binding.client, {
    address,
    ...confirmInModal<Hex>(binding),
    signRaw: confirmAlways<Hex>(binding),
    send,
    signTransaction,
  });
  providers.set(address, opened);
  opened.catch(() => providers.delete(address)); // the next call tries again
  return opened;
}

export async function switchChain(
  binding: Binding,
  address: string | undefined,
  chainId: number | Hex,
): Promise<void> {
  const { address: own } = getEmbeddedWallet(binding.client, address);
  const provider = await providerOf(binding, own);
  await provider.request({
    method: 'wallet_switchEthereumChain',
    params: [{ chainId: typeof chainId === 'number' ? `0x${chainId.toString(16)}` : chainId }],
  });
}
