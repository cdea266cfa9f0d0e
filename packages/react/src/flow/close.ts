import { type ErrorCode, isCode, ServiceError } from '@latchkey/wire';
import type { Intent, ModalResult, Outcome } from '../request.ts';
import type { ActiveFlowState, Entry } from './state.ts';
import type { FlowFacts } from './transition.ts';
import { isVerifying } from './verifyEntries.ts';

/**
 * What leaving early means to the caller that opened the modal. Always a code of its own, never that of a failure: a host
 * reports failures, and says nothing when a person changed their mind.
 */
export const exitCodes = {
  login: 'exited_auth_flow',
  'connect-or-create': 'exited_auth_flow',
  'connect-wallet': 'exited_wallet_flow',
  'create-wallet': 'exited_wallet_flow',
  'export-wallet': 'exited_wallet_flow',
  'farcaster-signer': 'user_rejected_request',
  fund: 'exited_funding_flow',
  recover: 'exited_wallet_flow',
  'recovery-passkeys': 'exited_wallet_flow',
  'set-recovery': 'user_exited_set_password_flow',
  send: 'user_rejected_request',
  sign: 'user_rejected_request',
  'sign-transaction': 'user_rejected_request',
  link: 'exited_link_flow',
  update: 'exited_update_flow',
  'connected-apps': 'exited_auth_flow',
  sessions: 'exited_auth_flow',
  // What was changed stays so.
  undo: 'exited_update_flow',
  'enroll-factor': 'exited_update_flow',
  'verify-factor': 'user_rejected_request',
  'verify-login': 'exited_auth_flow',
  // The act that asked for it stays refused.
  confirm: 'recent_login_required',
} as const satisfies Record<Intent, ErrorCode>;

/** Where anyone who goes on after a failure, and then leaves, has left. */
const leftIntents: readonly Intent[] = [
  'create-wallet',
  'export-wallet',
  'fund',
  'link',
  'undo',
  'update',
  'recover',
  'set-recovery',
];

/** Whether a guest is told to keep the wallet before a login as another user, or is about to (GUEST-03). */
function isGuestKept({ name, props }: Entry): boolean {
  if (name === 'GUEST_WALLET_SCREEN') return true;
  return 'previous' in props && props.previous ? isGuestKept(props.previous) : false;
}

/** Screens that tell of a failure. */
const failureScreens: readonly string[] = [
  'AWAITING_CONNECTION',
  'AWAITING_OAUTH_SCREEN',
  'CROSS_APP_AUTH_SCREEN',
  'ERROR_SCREEN',
];

/** Whether a visit is for a login: who leaves it before the terms or the factor that it takes has not logged in. */
export const isLoginVisit = (intent: Intent) => intent === 'login' || intent === 'connect-or-create';

/**
 * What a visit that closes now came to: success once it achieved what it was opened for, whatever closed it; else the
 * failure that the person saw last. A login's exit is always `exited_auth_flow` (SDK-03), also when its user is gone again
 * by then, logged out in another tab (SDK-03), and when they left before the second factor that the app wants for it. The
 * exception is a guest whose wallet stands in the way of the login: the host has to know. A link, an update and what is done
 * with a wallet tell of a failure only where it is what is on at the end: anyone who went back and left then, exited (LINK-19).
 */
export function outcomeOf(
  visit: Pick<ActiveFlowState, 'entry' | 'failure' | 'request' | 'result'>,
  { authenticated, factorDue }: Pick<FlowFacts, 'authenticated' | 'factorDue'>,
): Outcome {
  const { intent } = visit.request;
  const isLogin = isLoginVisit(intent) || intent === 'verify-login';
  const isGone = isLogin && (!authenticated || factorDue !== null);
  // A wallet that is connected is so for anyone.
  if (visit.result && (!isGone || 'connected' in visit.result)) return { ok: true, result: visit.result };
  if (!isLogin && isVerifying(visit.entry)) return { ok: false, error: unverified(visit.failure) };
  // Whether the key was shown, the page keeps to itself: to leave its screen is the end of an export, not its failure.
  // Passkeys, second factors, sessions and connected apps are looked at: anyone who has seen enough leaves.
  const isLookedAt =
    intent === 'recovery-passkeys' ||
    intent === 'enroll-factor' ||
    ((intent === 'sessions' || intent === 'connected-apps') && !visit.failure);
  const isShown = isLookedAt || (!isLogin && visit.entry.name === 'EMBEDDED_WALLET_KEY_EXPORT_SCREEN');
  if (isShown) return { ok: true, result: {} };
  if (isGuestKept(visit.entry)) return { ok: false, error: new ServiceError('linked_to_another_user') };
  const isOn = !leftIntents.includes(intent) || failureScreens.includes(visit.entry.name);
  const seen = isLogin || !isOn ? null : visit.failure;
  return { ok: false, error: seen ?? new ServiceError(exitCodes[intent]) };
}

/** What a visit ends with that was closed while a second factor was asked for (MFA-25, MFA-28). */
function unverified(seen: ServiceError | null): ServiceError {
  const isOver = isCode(seen, 'mfa_timeout') || isCode(seen, 'mfa_verification_max_attempts_reached');
  return seen && isOver ? seen : new ServiceError('user_rejected_request', { message: 'MFA canceled' });
}

/** What a visit comes to that was closed while what it was opened for was under way, and went on without it. */
export function outcomeOfDeferred(deferred: Promise<ModalResult>): Promise<Outcome> {
  return deferred.then(
    (result) => ({ ok: true, result }),
    (cause: unknown) => ({
      ok: false,
      error: isCode(cause) ? cause : new ServiceError('internal_error', { cause }),
    }),
  );
}
