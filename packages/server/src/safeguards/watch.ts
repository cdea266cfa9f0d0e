import type { Audit } from '../audit/index.ts';
import { randomId } from '../crypto/index.ts';
import type { Db } from '../db/index.ts';
import type { Session, Sessions } from '../sessions/index.ts';
import {
  type AccountChange,
  type AccountKey,
  type AccountWatch,
  type AddressType,
  isAddressType,
  type KeptAccount,
} from '../users/index.ts';
import type { World } from '../world.ts';
import type { Notices } from './notices/createNotices.ts';
import { redirectNotices } from './notices/store.ts';
import { addAddressRemoval, listAddressRemovals } from './store.ts';
import { isSame, isUndoable } from './undo/isUndoable.ts';

const isAddress = <Account extends AccountKey>(
  account: Account,
): account is Account & { type: AddressType } => isAddressType(account.type);

/**
 * Creates the watch that handles a change of accounts in its transaction. It keeps and notifies a removed
 * address, notifies the other addresses, and ends other sessions if the user proved who they are for this removal or
 * replacement.
 */
export function createWatch(
  world: World,
  deps: { audit: Audit; notices: Notices; sessions: Sessions },
): AccountWatch {
  const { clock, random } = world;
  const { audit, notices, sessions } = deps;

  async function keepRemoved(
    tx: Db,
    change: AccountChange,
    {
      removed,
      confirmedBy,
    }: {
      removed: KeptAccount & { type: AddressType };
      confirmedBy: AccountKey | null;
    },
  ): Promise<void> {
    const { appId, userId, by, added } = change;
    const { type } = removed;
    const removalId = randomId(random);
    const earlier = await listAddressRemovals(tx, change, clock.now());
    const nowMs = clock.now();
    const canUndo = isUndoable({ ...change, removed, confirmedBy, earlier, nowMs });
    await addAddressRemoval(tx, {
      appId,
      removalId,
      userId,
      type,
      canUndo,
      removedAtMs: nowMs,
      subject: removed.subject,
      details: removed.details,
      firstVerifiedAtMs: removed.firstVerifiedAtMs,
      replacedBy: added?.type === type ? added.subject : null,
      page: by.page,
    });
    const event = { kind: 'user.address_removed', userId, actor: by.actor, subject: removalId } as const;
    await audit.record(tx, appId, { ...event, details: { account_type: type, can_undo: canUndo } });
    await redirectNotices(tx, { appId, userId, from: type, to: removalId });
    await notices.owe(tx, ownerOf(change), { kind: 'user.address_removed', subject: removalId }, [removalId]);
  }

  /**
   * Notifies the user's other addresses, also those that were removed recently, but not the one that the change is
   * about. The user who gets an address back by an undo gets the notice of the undo instead.
   */
  async function tellOthers(tx: Db, change: AccountChange): Promise<void> {
    const { added, before, by, eventId, kind, removed, userId } = change;
    const isOwnUndo = by.session === null && by.actor.type === 'user' && by.actor.id === userId;
    if (isOwnUndo) return;
    const others = before.filter((one) => isAddress(one) && !(removed && isSame(one, removed)));
    const to = others.filter((one) => !(added && isSame(one, added))).map(({ type }) => type);
    const earlier = await listAddressRemovals(tx, change, clock.now());
    const gone = earlier.filter((one) => !(removed && isSame(one, removed)));
    const recipients = [...to, ...gone.map(({ removalId }) => removalId)];
    if (recipients.length > 0) await notices.owe(tx, ownerOf(change), { kind, subject: eventId }, recipients);
  }

  /**
   * Ends the other sessions, after a change for which a proof was given. A recent login alone is not enough, because
   * an attacker with a stolen session could then log the owner out.
   */
  async function endOthers(tx: Db, change: AccountChange & { by: { session: Session } }): Promise<void> {
    const { appId, userId, by, eventId } = change;
    const ended = await sessions.endOthers(tx, by.session);
    if (ended === 0) return;
    const details = { sessions_ended: ended };
    await audit.record(tx, appId, { kind: 'user.sessions_ended', userId, actor: by.actor, details });
    await notices.owe(tx, ownerOf(change), { kind: 'user.sessions_ended', subject: eventId });
  }

  return {
    async changed(tx, change) {
      const { by, kind, removed, userId } = change;
      const { session } = by;
      const isOwn = session !== null && session.userId === userId;
      const confirmation = isOwn
        ? await sessions.consumeConfirmation(tx, session, { purpose: 'account_change' })
        : null;
      if (removed && isAddress(removed))
        await keepRemoved(tx, change, { removed, confirmedBy: confirmation?.account ?? null });
      await tellOthers(tx, change);
      const isReplacing = kind === 'user.updated_account' || kind === 'user.unlinked_account';
      if (isOwn && confirmation && isReplacing) await endOthers(tx, { ...change, by: { ...by, session } });
    },
    settle: notices.settle,
  };
}

const ownerOf = ({ appId, userId, by, eventId }: AccountChange) => ({
  appId,
  userId,
  sessionId: by.session?.sessionId ?? eventId,
});
