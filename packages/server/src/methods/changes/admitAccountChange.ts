import type { MethodId } from '@latchkey/wire';
import type { Linker } from '../../admission/index.ts';
import type { App } from '../../apps/index.ts';
import type { CodePurpose } from '../../challenges/index.ts';
import type { Caller } from '../../http/index.ts';
import type { Session } from '../../sessions/index.ts';
import type { AccountKey } from '../../users/index.ts';
import type { MethodDeps } from '../method.ts';

export type ChangeDeps = Pick<MethodDeps, 'admission' | 'challenges' | 'mfa' | 'sessions' | 'users'>;

export interface AccountCall {
  readonly app: App;
  readonly caller: Caller;
  readonly method: MethodId;
  readonly account: AccountKey;
}

/**
 * Returns the purpose of a code that is requested now. Published clients send the same request for a login, a link
 * and an update, so only the bearer token shows if the user is signed in. A signed-in user who names their own
 * account wants to confirm who they are. A guest uses a login code both to log in and to link.
 *
 * @throws ServiceError `account_on_hold`, `recent_login_required`, before anything is sent
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
 * Returns the purpose of a proof whose account is not known in advance, such as one from the Farcaster app. A
 * signed-in user who already has an account of the type cannot link another, so they want to confirm who they are.
 *
 * @throws ServiceError `account_on_hold`, `recent_login_required`, before the user proves anything
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
 * Authorises a user to change the accounts that they log in with, and returns the purpose that their code must have.
 * An attacker with a stolen or unattended session could otherwise put their own address in place of the owner's. So a
 * recent login is required, unless `sensitive_max_age` is 0, and with `mfa_for_linking` also the second factor of users
 * who have one. A guest has no login to protect yet.
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

/** Returns the id of the user to whom a code with this purpose links an account, or null for any other purpose. */
export const linkingUser = (purpose: CodePurpose): string | null => /^link (.+)$/.exec(purpose)?.[1] ?? null;

const linkPurpose = ({ userId }: Session): CodePurpose => `link ${userId}`;
