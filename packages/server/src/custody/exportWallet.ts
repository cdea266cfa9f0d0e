import { type ExportWalletBody, type ExportWalletReply, fail, rateLimits } from '@latchkey/wire';
import { isSameAddress } from '../users/index.ts';
import type { CustodyCaller } from './border/admitCustody.ts';
import type { CustodyDeps } from './deps.ts';
import { getEntropyByRef, listWallets } from './store.ts';

/**
 * Permits the frame to export a key, a phrase or an exit kit of a wallet to its user. Except for a mere check, the
 * permission is recorded, and a notice is queued once per session and entropy.
 *
 * The reply lists the entropy's wallets, for an exit kit. It contains no auth part: the wallet is open already, so
 * withholding a part here would not stop a frame that skips this request (docs/custody.md, custody routes).
 *
 * @throws ServiceError the codes of `FreshCheck.check`, `embedded_wallet_not_found` (no such entropy, or a wallet of
 *   another entropy), `too_many_requests`
 */
export async function exportWallet(
  deps: CustodyDeps,
  caller: CustodyCaller,
  body: ExportWalletBody,
): Promise<ExportWalletReply> {
  const { world, events, fresh } = deps;
  const { app, session } = caller;
  await fresh.check(caller, 'export');
  const owner = { appId: app.id, userId: session.userId };
  const { event, wallets } = await world.database.transaction(async (tx) => {
    await fresh.spend(tx, caller, 'export');
    const { entropyUid } = await getEntropyByRef(tx, owner, body);
    const wallets = await listWallets(tx, { ...owner, entropyUid });
    const wallet = wallets.find(({ address }) => isSameAddress(address, body.address));
    if (!wallet) return fail('embedded_wallet_not_found');
    if (body.what === 'check') return { event: null, wallets };
    const details = { what: body.what, chain_type: wallet.chain_type, wallet_index: wallet.wallet_index };
    const event = { kind: 'wallet.exported', subject: entropyUid, details } as const;
    await events.recordLimited(tx, session, { ...event, limit: rateLimits['frame.export'].session });
    return { event, wallets };
  });
  if (event) events.sendNotice(session, event);
  return { wallets };
}
