import { type ChainType, fail, type WalletAccount } from '@latchkey/wire';
import { contextsOf } from '../../../contexts.ts';
import { callFrame } from '../../../frame/index.ts';
import type { LatchkeyClient } from '../../../latchkeyClient.ts';
import { getAccess } from '../getAccess.ts';
import { untilListed } from './untilListed.ts';

/** A private key of a chain, or a recovery phrase, from which the wallet at index 0 is imported. */
export type ImportWalletInput =
  | {
      /**
       * Ethereum: 64 hex digits, with or without 0x. Solana: in base58, the 64 bytes of the key or the 32 of its
       * seed.
       */
      readonly privateKey: string;
      readonly recoveryPhrase?: undefined;
      readonly chainType?: ChainType;
    }
  | {
      /** 12, 15, 18, 21 or 24 English words (BIP-39). */
      readonly recoveryPhrase: string;
      readonly privateKey?: undefined;
      readonly chainType?: ChainType;
    };

/**
 * Imports a wallet that the user had before. Its recovery is automatic. A key or phrase typed into a host page is
 * visible to that page.
 *
 * @param input.chainType `'ethereum'` by default
 * @throws ServiceError `must_be_authenticated`, `missing_or_invalid_token`, `invalid_data` for an invalid key or phrase
 *   (the message says why), `embedded_wallet_already_exists` for one of the user's own wallets,
 *   `linked_to_another_user`, `wallet_proxy_timeout`, and other errors of the wallet frame
 * @example
 * const { address } = await importWallet(client, { privateKey });
 */
export async function importWallet(client: LatchkeyClient, input: ImportWalletInput): Promise<WalletAccount> {
  const { frame, session } = contextsOf(client);
  const { accessToken } = await getAccess(session);
  const { privateKey, recoveryPhrase, chainType = 'ethereum' } = input;
  const secret = privateKey ?? recoveryPhrase;
  if (typeof secret !== 'string' || secret.trim() === '' || (privateKey && recoveryPhrase)) {
    fail('invalid_data', { message: 'An import takes either a private key or a recovery phrase' });
  }
  const { address } = await callFrame(frame, 'import', 'privy:wallets:import', {
    accessToken,
    chainType,
    ...(privateKey ? { privateKey: secret } : { recoveryPhrase: secret }),
  });
  return untilListed(session, address);
}
