import type { MethodId } from '@latchkey/wire';
import type { Linker } from '../../admission/index.ts';
import type { App } from '../../apps/index.ts';
import type { CodePurpose } from '../../challenges/index.ts';
import type { Caller } from '../../http/index.ts';
import type { Session } from '../../sessions/index.ts';
import type { AccountKey } from '../../users/index.ts';
import type { MethodDeps } from '../method.ts';

/** What may be asked here. */
export type ChangeDeps = Pick<MethodDeps, 'admission' | 'challenges' | 'mfa' | 'sessions' | 'users'>;

/** A person who calls about an account, and the method that proves it. */
export interface AccountCall {
  readonly app: App;
  readonly caller: Caller;
  readonly method: MethodId;
  readonly account: AccountKey;
}

/**
 * What a code is good for that is asked for now: published clients ask in the same words for a login, a
 * link and an update, and only the bearer tells them apart. A signed-in user who names an account of their own means to
 * prove again who they are; a guest, who has none, becomes its user by a login and by a link alike.
 *
 * @throws ServiceError `recent_login_required`, before anything is sent
 */
export async function purposeOf(
  { admission, sessions }: Pick<ChangeDeps, 'admission' | 'sessions'>,
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
  { admission, sessions }: Pick<ChangeDeps, 'admission' | 'sessions'>,
  { app, caller, type }: Pick<AccountCall, 'app' | 'caller'> & Pick<AccountKey, 'type'>,
): Promise<CodePurpose> {
  const session = await sessions.find(app, caller.bearer);
  if (!session || (await admission.isGuest(app, session.userId))) return 'login';
  if (await admission.hasType(app, session.userId, type)) return 'login';
  sessions.requireRecentLogin(app, session, 'account_change');
  return linkPurpose(session);
}

/**
 * A person who may change by which accounts they log in, and what their codes were sent for: a session that was left
 * open, or stolen, must not put its holder's address in the owner's place (docs/custody.md). A guest has no place yet.
 */
export async function admitAccountChange(
  { admission, mfa, sessions }: Pick<ChangeDeps, 'admission' | 'mfa' | 'sessions'>,
  { app, caller }: Pick<AccountCall, 'app' | 'caller'>,
): Promise<{ by: Linker; userId: string; purpose: CodePurpose }> {
  const session = await sessions.authenticate(app, caller.bearer);
  const { userId } = session;
  const isFactorWanted = app.settings.mfa_for_linking;
  const actor = { type: 'user', id: userId } as const;
  const author = { actor, session, page: caller.origin, isFactorWanted };
  const by = { userId, by: author };
  if (await admission.isGuest(app, userId)) return { by, userId, purpose: 'login' };
  sessions.requireRecentLogin(app, session, 'account_change');
  if (isFactorWanted) await mfa.checkAccountChange(app, session);
  return { by, userId, purpose: linkPurpose(session) };
}

/** The user whose accounts a code adds a number to; null for one that says who someone is. */
export const linkingUser = (purpose: CodePurpose): string | null => /^link (.+)$/.exec(purpose)?.[1] ?? null;

const linkPurpose = ({ userId }: Session): CodePurpose => `link ${userId}`;
