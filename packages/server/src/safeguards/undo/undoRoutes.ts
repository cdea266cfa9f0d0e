import { fail, limits, undoRoutes } from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import type { Audit } from '../../audit/index.ts';
import type { Challenges, CodeRecipient } from '../../challenges/index.ts';
import { type Caller, type Implementation, implement } from '../../http/index.ts';
import type { Sessions } from '../../sessions/index.ts';
import { channelOf, type Users } from '../../users/index.ts';
import type { World } from '../../world.ts';
import type { Notices } from '../notices/createNotices.ts';
import { type AddressRemovalRow, claimAddressRemoval, findAddressRemoval } from '../store.ts';
import { hide } from './hide.ts';

/** By channel, a function that returns how a code is sent to an address of a known user. */
export type CodeMessages = Readonly<
  Record<
    CodeRecipient['channel'],
    (to: CodeRecipient, app: App, caller: Caller) => (code: string) => Promise<void>
  >
>;

export interface UndoDeps {
  readonly audit: Audit;
  readonly challenges: Challenges;
  readonly messages: CodeMessages;
  readonly notices: Notices;
  readonly sessions: Sessions;
  readonly users: Users;
}

const seconds = (ms: number) => Math.floor(ms / 1000);

/**
 * Implements the routes with which the owner of a removed address undoes its removal. The reference is not secret,
 * and opening the link, as a mail scanner does, changes nothing. The proof is a code sent to the address.
 */
export function undoImplementations(world: World, deps: UndoDeps): Implementation[] {
  const { challenges, messages } = deps;
  const { clock, database } = world;

  async function get(app: App, reference: string | undefined): Promise<AddressRemovalRow> {
    const removal = await findAddressRemoval(database.db, app.id, reference ?? '', clock.now());
    // One answer for everything that cannot be undone, because an attacker may have made up the reference (S30).
    return removal?.canUndo ? removal : gone();
  }

  return [
    implement(undoRoutes.find, async ({ app, params }) => {
      const { type, subject, removedAtMs, replacedBy } = await get(app, params.reference);
      return {
        type,
        address: hide(type, subject),
        replaced_by: replacedBy === null ? null : hide(type, replacedBy),
        removed_at: seconds(removedAtMs),
        undo_until: seconds(removedAtMs + limits.removedAddressMs),
      };
    }),

    implement(undoRoutes.sendCode, async ({ app, body, caller, params }) => {
      const recipient = recipientOf(app, await get(app, params.reference), caller);
      const to = { ...recipient, requestId: body.request_id };
      await challenges.codes.send(to, messages[to.channel](to, app, caller));
      return { success: true };
    }),

    implement(undoRoutes.undo, async ({ app, body, caller, params }) => {
      const removal = await get(app, params.reference);
      await challenges.codes.consume(recipientOf(app, removal, caller), body.code);
      return { hold_until: await undo(world, deps, removal, body.leave_new_account ?? false) };
    }),
  ];
}

function gone(): never {
  fail('not_found', { message: 'There is no such change, or it can no longer be undone' });
}

/** The purpose names the removal. An attacker could otherwise use a code for another one, or log in with it. */
const recipientOf = (app: App, removal: AddressRemovalRow, { network }: Caller): CodeRecipient => ({
  appId: app.id,
  channel: channelOf(removal.type),
  recipient: removal.subject,
  purpose: `undo ${removal.removalId}`,
  network,
});

/**
 * Restores the address, in one transaction with all consequences. Ends every session, because an attacker may have
 * one. Holds the account for a day, so the app and its user can find out who the owner is.
 */
async function undo(
  { clock, database }: World,
  { audit, notices, sessions, users }: UndoDeps,
  { appId, removalId, userId, ...removal }: AddressRemovalRow,
  isLeaving: boolean,
): Promise<number> {
  const user = { appId, userId };
  const nowMs = clock.now();
  const endsAtMs = nowMs + limits.holdMs;
  const { type, subject, details, firstVerifiedAtMs, removedAtMs: sinceMs } = removal;
  const account = { type, subject, details, firstVerifiedAtMs };
  const actor = { type: 'user', id: userId } as const;
  const by = { actor, session: null, page: null };
  const fromUserId = await database.transaction(async (tx) => {
    if (!(await claimAddressRemoval(tx, appId, removalId, nowMs))) gone();
    // Locks sessions before the user, in the same order as a deletion.
    const ended = await sessions.endAll(tx, user);
    const back = await users.restore(tx, user, { account, sinceMs, isLeaving, by });
    if (!back) gone();
    // Another user may have had the address as a login until now.
    if (back.fromUserId !== null) await sessions.endAll(tx, { appId, userId: back.fromUserId });
    await users.setHold(tx, { ...user, endsAtMs });
    const event = { kind: 'user.change_undone', userId, actor, subject: removalId } as const;
    await audit.record(tx, appId, {
      ...event,
      details: { account_type: type, sessions_ended: ended },
    });
    await notices.owe(tx, { ...user, sessionId: removalId }, event);
    return back.fromUserId;
  });
  notices.settle(user);
  if (fromUserId !== null) notices.settle({ appId, userId: fromUserId });
  return Math.ceil(endsAtMs / 1000);
}
