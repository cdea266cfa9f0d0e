import { type ChainType, type EntropyKind, embeddedWalletClient, type RecoveryMethod } from '@latchkey/wire';
import type { NewAccount } from '../../users/index.ts';
import { walletKey } from '../../users/index.ts';

/** Default networks of wallets: the main networks (CAIP-2). */
const chainIds: Record<ChainType, string> = {
  ethereum: 'eip155:1',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
};

/** Converts a wallet to a linked account (docs/wire/protocol.md §3.2). */
export function toWalletAccount(
  wallet: { address: string; chain_type: ChainType; wallet_index: number },
  entropy: { kind: EntropyKind; recoveryMethod: RecoveryMethod; rootAddress?: string | undefined },
): NewAccount {
  const { address, chain_type, wallet_index } = wallet;
  return {
    ...walletKey(address),
    details: {
      address,
      chain_type,
      chain_id: chainIds[chain_type],
      wallet_client: embeddedWalletClient,
      wallet_client_type: embeddedWalletClient,
      connector_type: 'embedded',
      recovery_method: entropy.recoveryMethod,
      wallet_index,
      imported: entropy.kind !== 'created',
      ...(entropy.kind !== 'created' && entropy.rootAddress ? { entropy_id: entropy.rootAddress } : {}),
      delegated: false,
      ...(chain_type === 'solana' ? { public_key: address } : {}),
    },
  };
}
