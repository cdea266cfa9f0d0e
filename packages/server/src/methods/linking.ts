import type { MethodId, WireUser } from '@latchkey/wire';
import type { Linker, Proof } from '../admission/index.ts';
import type { App } from '../apps/index.ts';
import type { CodePurpose } from '../challenges/index.ts';
import type { Caller } from '../http/index.ts';
import type { Session } from '../sessions/index.ts';
import type { AccountKey, NewAccount } from '../users/index.ts';
import type { MethodRooms } from './method.ts';
import { linkOrOffer } from './transfer.ts';

/** What may be asked here. */
export type ChangeRooms = Pick<MethodRooms, 'admission' | 'challenges' | 'sessions' | 'users'>;

/** A person who calls about an account, and the method that proves it. */
interface AccountCall {
  readonly app: App;
  readonly caller: Caller;
  readonly method: MethodId;
  readonly account: AccountKey;
}

/** Proves the account by a code of that purpose, or by what was begun for that user; burns it. */
type Prove = (purpose: CodePurpose, userId: string) => Promise<Proof>;

/**
 * What a code is good for that is asked for now: published clients ask in the same words for a login, a
 * link and an update, and only the bearer tells them apart. A signed-in user who names an account of their own means to
 * prove again who they are; a guest, who has none, becomes its user by a login and by a link alike.
 *
 * @throws ServiceError `recent_login_required`, before anything is sent
 */
export async function purposeOf(
  { admission, sessions }: Pick<ChangeRooms, 'admission' | 'sessions'>,
  { app, caller, account }: Omit<AccountCall, 'method'>,
): Promise<CodePurpose> {
  const session = await sessions.find(app, caller.bearer);
  if (!session || (await admission.isLinked(app, session.userId, account))) return 'login';
  if (await admission.isGuest(app, session.userId)) return 'login';
  sessions.requireRecentLogin(app, session, 'account_change');
  return linkPurpose(session);
}

/**
 * The same for a proof whose account is not known before it is there, as one that another user's app gives: a signed-in
 * user who has an account of the type cannot link another, and means to prove again who they are.
 *
 * @throws ServiceError `recent_login_required`, before the user is asked for a proof
 */
export async function changePurposeOf(
  { admission, sessions }: Pick<ChangeRooms, 'admission' | 'sessions'>,
  { app, caller, type }: Pick<AccountCall, 'app' | 'caller'> & Pick<AccountKey, 'type'>,
): Promise<CodePurpose> {
  const session = await sessions.find(app, caller.bearer);
  if (!session || (await admission.isGuest(app, session.userId))) return 'login';
  if (await admission.hasType(app, session.userId, type)) return 'login';
  sessions.requireRecentLogin(app, session, 'account_change');
  return linkPurpose(session);
}

/**
 * Links to the user who calls what a provider proves, whose account no one knows before it is asked. An account of
 * another user is answered with how it may move here (`linkOrOffer`).
 *
 * @param prove proves the account, for the user who calls; burns what it was shown
 */
export async function linkProof(
  rooms: ChangeRooms,
  { app, caller }: Pick<AccountCall, 'app' | 'caller'>,
  prove: (userId: string) => Promise<Proof>,
): Promise<WireUser> {
  const { by, userId } = await admitChange(rooms, { app, caller });
  const proof = await prove(userId);
  const { account, method } = proof;
  const linked = await rooms.admission.checkLink(app, method, { userId, account });
  return linked ?? linkOrOffer(rooms, { app, proof, by });
}

/**
 * Links an account to the user who calls; one of another user is answered with how it may move here (`linkOrOffer`).
 * Whatever can be refused without the code is refused before it is burnt.
 */
export async function linkAccount(rooms: ChangeRooms, call: AccountCall, prove: Prove): Promise<WireUser> {
  const { app, method, account } = call;
  const { by, purpose, userId } = await admitChange(rooms, call);
  const linked = await rooms.admission.checkLink(app, method, { userId, account });
  return linked ?? linkOrOffer(rooms, { app, proof: await prove(purpose, userId), by });
}

/**
 * The same for an account that is known once what proves it is verified, which does not use it up: a call whose answer was
 * lost, sent again, is answered like the first one.
 */
export async function linkVerified(
  rooms: ChangeRooms,
  { app, caller, method }: Omit<AccountCall, 'account'>,
  verify: () => Promise<{ account: NewAccount; use(): Promise<Proof> }>,
): Promise<WireUser> {
  const { by, userId } = await admitChange(rooms, { app, caller });
  const { account, use } = await verify();
  const linked = await rooms.admission.checkLink(app, method, { userId, account });
  return linked ?? linkOrOffer(rooms, { app, proof: await use(), by });
}

/** Puts an account in the place of an old one of the user who calls. */
export async function updateAccount(
  rooms: ChangeRooms,
  call: AccountCall & { readonly old: AccountKey },
  prove: Prove,
): Promise<WireUser> {
  const { app, method, account, old } = call;
  const { purpose, userId, by } = await admitChange(rooms, call);
  await rooms.admission.checkUpdate(app, method, { userId, account, old });
  return rooms.admission.update(app, await prove(purpose, userId), { ...by, old });
}

/** Takes an account from the user who calls, whether or not its method is still on. */
export async function unlinkAccount(
  rooms: ChangeRooms,
  call: Omit<AccountCall, 'method'>,
): Promise<WireUser> {
  const { by } = await admitChange(rooms, call);
  return rooms.admission.unlink(call.app, call.account, by);
}

/**
 * A person who may change by which accounts they log in, and what their codes were sent for: a session that was left
 * open, or stolen, must not put its holder's address in the owner's place (docs/custody.md). A guest has no place yet.
 */
export async function admitChange(
  { admission, sessions }: Pick<ChangeRooms, 'admission' | 'sessions'>,
  { app, caller }: Pick<AccountCall, 'app' | 'caller'>,
): Promise<{ by: Linker; userId: string; purpose: CodePurpose }> {
  const session = await sessions.authenticate(app, caller.bearer);
  const { userId } = session;
  const author = { actor: { type: 'user', id: userId }, session, page: caller.origin } as const;
  const by = { userId, by: author };
  if (await admission.isGuest(app, userId)) return { by, userId, purpose: 'login' };
  sessions.requireRecentLogin(app, session, 'account_change');
  return { by, userId, purpose: linkPurpose(session) };
}

const linkPurpose = ({ userId }: Session): CodePurpose => `link ${userId}`;
