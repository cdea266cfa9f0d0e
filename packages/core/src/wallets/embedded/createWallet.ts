import {
  type ChainType,
  embeddedWalletOf,
  fail,
  isCode,
  type User,
  type WalletAccount,
} from '@latchkey/wire';
import { sendAnalyticsEvent } from '../../analytics/index.ts';
import { contextsOf, type FrameContext, type SessionContext } from '../../contexts.ts';
import { callFrame } from '../../frame/index.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { type Access, assertAuthenticated, getAccess } from './getAccess.ts';
import { checkSharedEntropy } from './recovery/checkSharedEntropy.ts';
import { checkNewSecret, type Recovery, toFrameSecret } from './recovery/secret.ts';
import { unlockWallet } from './unlockWallet.ts';
import { isSameAddress } from './wallets.ts';

/**
 * Creates the user's embedded wallet of a chain. The wallets of both chains share one recovery. Concurrent calls for
 * one chain share one result.
 *
 * @param input.chainType `'ethereum'` by default
 * @param input.recovery recovery method and its secret; automatic by default
 * @throws ServiceError `must_be_authenticated`, `missing_or_invalid_token`, `embedded_wallet_already_exists`,
 *   `not_supported` (user-owned recovery that a Solana wallet would share; automatic recovery of an Ethereum wallet if
 *   the app requires user-owned recovery), `invalid_data` (a password that breaks the rules), `insecure_context`,
 *   `wallet_proxy_timeout`, `unknown_embedded_wallet_error`, and other errors of the wallet frame
 * @example
 * const { address } = await createWallet(client);
 */
export async function createWallet(
  client: LatchkeyClient,
  { chainType = 'ethereum', recovery }: { chainType?: ChainType; recovery?: Recovery } = {},
): Promise<WalletAccount> {
  const { frame, page } = contextsOf(client);
  return page.flights.run(`create ${chainType} wallet`, async () => {
    try {
      return await create(frame, chainType, recovery);
    } catch (error) {
      // Sent before the caller gets the error (ANALYT-05), because the caller may then leave the page.
      const code = isCode(error) ? error.code : 'internal_error';
      void sendAnalyticsEvent(client, 'embedded_wallet_creation_failed', { chainType, code });
      throw error;
    }
  });
}

/**
 * Creates a wallet in the frame and then fetches it from the service. The frame answers only once the wallet is durable
 * (docs/custody.md), so a later failure does not lose it.
 */
async function create(
  frame: FrameContext,
  chainType: ChainType,
  recovery: Recovery | undefined,
): Promise<WalletAccount> {
  if (chainType === 'solana') assertAuthenticated(frame.session);
  const { user, accessToken } = await getAccess(frame.session);
  if (embeddedWalletOf(user.linkedAccounts, chainType)) fail('embedded_wallet_already_exists');
  checkRecovery(frame.session, user, chainType, recovery);
  const make = chainType === 'ethereum' ? createEthereum : createSolana;
  const address = await make(frame, { user, accessToken, recovery }).catch((error: unknown) => {
    // Another tab created the wallet, or an earlier attempt created it and its answer was lost.
    if (isCode(error, 'embedded_wallet_already_exists')) return null;
    throw error;
  });
  const isCreated = (account: WalletAccount | null): account is WalletAccount =>
    account !== null && (address === null || isSameAddress(account.address, address));
  // The first answer may belong to a refresh that began before the wallet existed.
  for (let tries = 0; tries < 2; tries += 1) {
    const updated = await frame.session.refreshUser();
    const wallet = updated && embeddedWalletOf(updated.linkedAccounts, chainType);
    if (isCreated(wallet)) return wallet;
  }
  return fail('unknown_embedded_wallet_error', { message: 'Updated user is missing embedded wallet.' });
}

interface Given extends Access {
  readonly recovery: Recovery | undefined;
}

/**
 * @throws ServiceError `invalid_data` for a password that breaks the rules, `not_supported` for user-owned recovery
 *   that a Solana wallet would share, or for automatic recovery of an Ethereum wallet if the app requires user-owned
 *   recovery (EMBW-21)
 */
function checkRecovery(
  session: SessionContext,
  user: User,
  chainType: ChainType,
  recovery: Recovery = { method: 'privy' },
): void {
  const { settings } = session.state.get();
  checkSharedEntropy(user, recovery.method, { chainType, imported: false });
  checkNewSecret(recovery, settings);
  const isOwnWanted = settings?.embeddedWallets.requireUserOwnedRecoveryOnCreate;
  if (chainType === 'ethereum' && isOwnWanted && recovery.method === 'privy') {
    fail('not_supported', {
      message: "This app wants the wallet's recovery to be the user's own",
      details: { reason: 'own_recovery_required' },
    });
  }
}

/** Creates the Ethereum wallet. If the user has a Solana wallet, both share its entropy and recovery. */
async function createEthereum(frame: FrameContext, { user, accessToken, recovery }: Given): Promise<string> {
  const solana = await unlockOther(frame, user, 'solana');
  const { address } = await callFrame(frame, 'create', 'privy:wallets:create', {
    accessToken,
    chainType: 'ethereum',
    ...(recovery ? { recoveryMethod: recovery.method, ...toFrameSecret(recovery.method, recovery) } : {}),
    ...(solana ? { solanaAddress: solana.address } : {}),
  });
  return address;
}

/** @throws ServiceError `not_supported` beside an Ethereum wallet whose recovery the user owns (SOL-03) */
async function createSolana(frame: FrameContext, { user, accessToken }: Given): Promise<string> {
  const root = embeddedWalletOf(user.linkedAccounts, 'ethereum');
  if (root && root.recoveryMethod !== 'privy') {
    fail('not_supported', {
      message:
        'A Solana wallet cannot be created while the recovery of the Ethereum wallet is the user’s own',
      details: { reason: 'own_recovery' },
    });
  }
  const ethereum = await unlockOther(frame, user, 'ethereum');
  const { publicKey } = await callFrame(frame, 'create', 'privy:solana-wallet:create', {
    accessToken,
    ...(ethereum ? { ethereumAddress: ethereum.address } : {}),
  });
  return publicKey;
}

/**
 * Unlocks the other chain's wallet, whose entropy the new one shares. Recovers it first if this device does not hold
 * it.
 */
async function unlockOther(
  frame: FrameContext,
  user: User,
  chainType: ChainType,
): Promise<WalletAccount | null> {
  const other = embeddedWalletOf(user.linkedAccounts, chainType);
  return other && (await unlockWallet(frame, other.address)).wallet;
}
