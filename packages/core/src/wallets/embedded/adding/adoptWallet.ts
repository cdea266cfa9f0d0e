import { type ChainType, fail, type WalletAccount } from '@latchkey/wire';
import { internalsOf } from '../../../internals.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import { askFrame } from '../frame/index.ts';
import { getAccess } from '../getAccess.ts';
import { untilListed } from './untilListed.ts';

/** What is imported: a private key of a chain, or a recovery phrase, of which the wallet at index 0 is taken. */
export type ImportWalletInput =
  | {
      /** Ethereum: 64 hex digits, with or without 0x. Solana: 64 bytes in base 58, or the 32 of its seed. */
      readonly privateKey: string;
      readonly recoveryPhrase?: undefined;
      readonly chainType?: ChainType;
    }
  | {
      /** 12 to 24 English words (BIP-39). */
      readonly recoveryPhrase: string;
      readonly privateKey?: undefined;
      readonly chainType?: ChainType;
    };

/** Hands a key or phrase to the frame, which reads and checks it, and keeps nothing of it here. */
export async function adoptWallet(client: LatchkeyClient, input: ImportWalletInput): Promise<WalletAccount> {
  const internals = internalsOf(client);
  const { accessToken } = await getAccess(internals);
  const { privateKey, recoveryPhrase, chainType = 'ethereum' } = input;
  const secret = privateKey ?? recoveryPhrase;
  if (typeof secret !== 'string' || secret.trim() === '' || (privateKey && recoveryPhrase)) {
    fail('invalid_data', { message: 'An import takes either a private key or a recovery phrase' });
  }
  const { address } = await askFrame(internals, 'import', 'privy:wallets:import', {
    accessToken,
    chainType,
    ...(privateKey ? { privateKey: secret } : { recoveryPhrase: secret }),
  });
  return untilListed(internals, address);
}
