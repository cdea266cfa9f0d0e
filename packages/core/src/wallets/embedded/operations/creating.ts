import { type ChainType, fail, isCode, type WalletAccount } from '@latchkey/wire';
import { sendAnalyticsEvent } from '../../../analytics/index.ts';
import type { LatchkeyClient } from '../../../client.ts';
import { internalsOf } from '../../../internals.ts';
import type { Recovery } from '../recovery/secret.ts';
import { listDueWallets, listWallets } from '../wallets.ts';

/*
 * Public operations, which load their code at their first call. A file for each kind: what a page's lazy parts alone use
 * must not stand beside what the page uses at its start, or bundlers load it then.
 */

/**
 * Mounts the hidden wallet frame ahead of its first use, for instance while the login modal is open and idle. Does nothing
 * on a page where a wallet cannot run.
 */
export async function mountWalletFrame(client: LatchkeyClient): Promise<void> {
  const { mountFrame } = await import('../frame/index.ts');
  mountFrame(internalsOf(client));
}

/**
 * Creates the user's embedded wallet of a chain; both chains share one recovery. Calls made while one runs get its result.
 *
 * @param input.chainType `'ethereum'` by default
 * @param input.recovery how the wallet is recovered; automatically by default
 * @throws ServiceError `must_be_authenticated`, `missing_or_invalid_token`, `embedded_wallet_already_exists`,
 * `not_supported` (Solana beside an Ethereum wallet whose recovery is the user's own; automatic recovery where the app
 * wants the user's own), `invalid_data` (a password that breaks the rules), `insecure_context`,
 * `wallet_proxy_timeout`, `unknown_embedded_wallet_error`
 * @example
 * const { address } = await createWallet(client);
 */
export async function createWallet(
  client: LatchkeyClient,
  { chainType = 'ethereum', recovery }: { chainType?: ChainType; recovery?: Recovery } = {},
): Promise<WalletAccount> {
  const internals = internalsOf(client);
  return internals.flights.run(`create ${chainType} wallet`, async () => {
    try {
      const room = await import('../createPrimaryWallet.ts');
      return await room.createWallet(internals, chainType, recovery);
    } catch (error) {
      // Told before the caller that asked hears of it (ANALYT-05): what they do next may leave the page.
      const code = isCode(error) ? error.code : 'internal_error';
      void sendAnalyticsEvent(client, 'embedded_wallet_creation_failed', { chainType, code });
      throw error;
    }
  });
}

/**
 * Creates the wallets that the app makes at login and the user does not have, one after the other. One that fails leaves
 * those before it; asked again, the rest is made.
 *
 * @returns the first of them, or the wallet that is there when none is due any more
 * @throws ServiceError as {@link createWallet}
 */
export async function createDueWallets(client: LatchkeyClient): Promise<WalletAccount> {
  let first: WalletAccount | undefined;
  for (const chainType of listDueWallets(client.getState())) {
    const wallet = await createWallet(client, { chainType });
    first ??= wallet;
  }
  return first ?? listWallets(client)[0] ?? fail('embedded_wallet_not_found');
}
