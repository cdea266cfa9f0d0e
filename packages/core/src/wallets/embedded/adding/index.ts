/**
 * Wallets beside the one that is created at login: at further indexes of its entropy, and of keys and recovery phrases that
 * someone had before. Thin, like the room's other operations.
 */
import type { ChainType, WalletAccount } from '@latchkey/wire';
import type { LatchkeyClient } from '../../../client.ts';
import { internalsOf } from '../../../internals.ts';

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

/** Where a further wallet is added. */
export interface AdditionalWalletInput {
  /** A wallet of the user's: the new one gets the same recovery phrase. By default it is the created one's. */
  readonly address?: string;
  /** By default that of `address`, else `'ethereum'`. Of an imported phrase it may be one that has no wallet yet. */
  readonly chainType?: ChainType;
}

/**
 * Adds the wallet at the next index to the user's created one, or to an imported recovery phrase: another address under the
 * same recovery. Calls made while one runs get its result.
 *
 * @throws ServiceError `must_be_authenticated`, `missing_or_invalid_token`, `embedded_wallet_not_found` where there is no
 * such wallet, `not_supported` for an imported private key, which has no other wallet, and for Solana where the phrase's
 * recovery is the user's own, `invalid_data` beyond 100 of a chain, `wallet_not_on_device`, `wallet_proxy_timeout`
 * @example
 * const { address, walletIndex } = await createAdditionalWallet(client);
 * @example
 * const phrase = await importWallet(client, { recoveryPhrase });
 * const second = await createAdditionalWallet(client, { address: phrase.address });
 */
export async function createAdditionalWallet(
  client: LatchkeyClient,
  input: AdditionalWalletInput = {},
): Promise<WalletAccount> {
  const internals = internalsOf(client);
  const { address, chainType } = input;
  return internals.flights.run(`create additional ${chainType} wallet of ${address}`, async () => {
    const room = await import('./createNextWallet.ts');
    return room.createAdditionalWallet(internals, input);
  });
}

/**
 * Takes in a wallet that someone had before. It recovers by itself in another browser, like a created one. What is typed
 * into a host's page is seen by that page.
 *
 * @param input.chainType `'ethereum'` by default
 * @throws ServiceError `must_be_authenticated`, `missing_or_invalid_token`, `invalid_data` for what is no key and no phrase
 * (its text says why), `embedded_wallet_already_exists` for one of the user's own wallets, `linked_to_another_user`,
 * `wallet_proxy_timeout`
 * @example
 * const { address } = await importWallet(client, { privateKey });
 */
export async function importWallet(client: LatchkeyClient, input: ImportWalletInput): Promise<WalletAccount> {
  const room = await import('./adoptWallet.ts');
  return room.importWallet(internalsOf(client), input);
}
