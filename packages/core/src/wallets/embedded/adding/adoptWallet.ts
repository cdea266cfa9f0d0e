import { fail, type WalletAccount } from '@latchkey/wire';
import type { Internals } from '../../../internals.ts';
import { askFrame } from '../frame/index.ts';
import { getAccess } from '../getAccess.ts';
import type { ImportWalletInput } from './index.ts';
import { untilListed } from './untilListed.ts';

/** Hands a key or phrase to the frame, which reads and checks it, and keeps nothing of it here. */
export async function importWallet(internals: Internals, input: ImportWalletInput): Promise<WalletAccount> {
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
