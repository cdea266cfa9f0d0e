import { fail, limits, type SendReleaseCodeBody, type SendReleaseCodeReply } from '@latchkey/wire';
import type { CodeRecipient } from '../../challenges/index.ts';
import type { Db } from '../../db/index.ts';
import { hide } from '../../safeguards/index.ts';
import { type AddressType, channelOf, isAddressType } from '../../users/index.ts';
import type { CustodyCaller } from '../border/admitCustody.ts';
import { addFurtherKey } from '../border/bindKey.ts';
import { failUnopened, isKeyOpenedFor } from '../border/spendProof.ts';
import { setKeyOpened } from '../border/store.ts';
import type { CustodyDeps } from '../deps.ts';
import { type EntropyRecord, getEntropyByRef, getFirstEntropyTime } from '../store.ts';

interface Address {
  readonly type: AddressType;
  readonly subject: string;
  readonly firstVerifiedAtMs: number;
}

/**
 * True if only a code opens an automatic recovery to a new key: in an app with strict approval, for a user without a
 * second factor. A malicious host page could use logins and confirmations, which it sees, for a key of its own.
 */
export const isOpenedByCode = (
  { app, session }: Pick<CustodyCaller, 'app' | 'session'>,
  { recoveryMethod }: Pick<EntropyRecord, 'recoveryMethod'>,
): boolean => app.settings.approval === 'frame' && recoveryMethod === 'privy' && !session.hasFactor;

/**
 * Picks the user's first address. An attacker who is logged in as the user could link an address of their own and
 * read the code there. An address linked after the user's first wallet therefore counts only once it is older than
 * the time in which a removed address can be restored.
 *
 * @param addresses the user's addresses, and removed ones that can still be restored
 * @internal
 */
export function pickAddress(
  addresses: readonly Address[],
  { walletSinceMs, nowMs }: { readonly walletSinceMs: number; readonly nowMs: number },
): Address | null {
  const isOwners = ({ firstVerifiedAtMs: atMs }: Address) =>
    atMs <= walletSinceMs || nowMs - atMs > limits.removedAddressMs;
  const [first = null] = addresses
    .filter(isOwners)
    .toSorted((a, b) => a.firstVerifiedAtMs - b.firstVerifiedAtMs || (a.subject < b.subject ? -1 : 1));
  return first;
}

/** Returns the recipient of a code that opens the wallet only to the caller's key. */
async function getRecipient(
  { safeguards, users, world }: CustodyDeps,
  { app, caller, session, thumbprint }: CustodyCaller,
): Promise<CodeRecipient & Pick<Address, 'type'>> {
  const { db } = world.database;
  const [present, removed, walletSinceMs] = await Promise.all([
    users.listAddresses(db, session),
    safeguards.listRemoved(db, session),
    getFirstEntropyTime(db, session),
  ]);
  const addresses = present.flatMap(({ type, ...account }) =>
    isAddressType(type) ? [{ ...account, type }] : [],
  );
  const nowMs = world.clock.now();
  const undoable = removed.filter(({ canUndo }) => canUndo);
  const first = pickAddress([...addresses, ...undoable], { walletSinceMs, nowMs });
  if (first === null)
    return fail('not_supported', {
      message:
        'There is no address that a code could go to: an e-mail address or a phone number counts if it was there before the wallet, or for seven days. A second factor opens the wallet too.',
      details: { reason: 'no_release_address' },
    });
  const { subject: recipient, type } = first;
  return {
    appId: app.id,
    channel: channelOf(type),
    recipient,
    type,
    network: caller.network,
    purpose: `release ${session.userId} ${thumbprint}`,
  };
}

/**
 * Sends the code that opens an automatic recovery to the proof key of the request.
 *
 * @throws ServiceError `embedded_wallet_not_found`, `not_supported` if no code opens the wallet or the user has no
 *   address for a code, and the codes of `codes.send`
 */
export async function sendReleaseCode(
  deps: CustodyDeps,
  caller: CustodyCaller,
  body: SendReleaseCodeBody,
): Promise<SendReleaseCodeReply> {
  const { apps, challenges, safeguards, world } = deps;
  const { app, session } = caller;
  const asked = await getEntropyByRef(world.database.db, session, body);
  if (!isOpenedByCode(caller, asked))
    fail('not_supported', { message: 'No code opens this wallet', details: { reason: 'no_release_code' } });
  const { type, ...recipient } = await getRecipient(deps, caller);
  const to = { ...recipient, requestId: body.request_id };
  // The test account has a fixed code, and no mailbox.
  if (!apps.testAccounts.isReserved(app, { type, subject: to.recipient }))
    await challenges.codes.send(to, safeguards.messages[to.channel](to, app, caller.caller));
  return { channel: to.channel, sent_to: hide(type, to.recipient) };
}

/**
 * Uses up the code of a release, unless a proof that still counts was spent on the key already. The same request may
 * arrive again if its answer was lost.
 *
 * @returns false if the key was opened already, so no code was used
 * @throws ServiceError `invalid_credentials`, `not_supported`
 */
export async function consumeReleaseCode(
  deps: CustodyDeps,
  caller: CustodyCaller,
  code: string,
): Promise<boolean> {
  if (await isKeyOpenedFor(deps.world.database.db, deps, caller)) return false;
  const { type: _, ...to } = await getRecipient(deps, caller);
  await deps.admission.proveCode(caller.app, { to, code });
  return true;
}

/**
 * Admits an automatic release in an app with strict approval, by a code or for a key on which a proof that still counts
 * was spent.
 *
 * @param hasCode true if {@link consumeReleaseCode} used up a code for this request
 * @returns true if the code bound a further key to the session
 * @throws ServiceError `recent_login_required` with `details.confirm_in`, the wallet's own page;
 *   `missing_or_invalid_token` if the session ended in the meantime; `too_many_requests`
 */
export async function spendReleaseCode(
  tx: Db,
  deps: CustodyDeps,
  caller: CustodyCaller,
  hasCode: boolean,
): Promise<boolean> {
  const { session, thumbprint } = caller;
  const nowMs = deps.world.clock.now();
  await deps.sessions.lock(tx, session);
  if (!hasCode) {
    if (!(await isKeyOpenedFor(tx, deps, caller))) failUnopened(thumbprint);
    return false;
  }
  const isAdded = !caller.isBound && (await addFurtherKey(tx, deps.events, { session, thumbprint, nowMs }));
  await setKeyOpened(tx, { appId: session.appId, sessionId: session.sessionId, thumbprint }, nowMs);
  return isAdded;
}
