import { type ErrorCode, isCode, ServiceError } from '@latchkey/wire';
import type { Intent, ModalResult, Outcome } from '../request.ts';
import type { ActiveFlowState, Entry } from './state.ts';
import type { FlowFacts } from './transition.ts';
import { isVerifying } from './verifyEntries.ts';

/** Error code of each intent, for a user who leaves without a result. */
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
  undo: 'exited_update_flow',
  'enroll-factor': 'exited_update_flow',
  'verify-factor': 'user_rejected_request',
  'verify-login': 'exited_auth_flow',
  // The action that required the confirmation stays refused.
  confirm: 'recent_login_required',
} as const satisfies Record<Intent, ErrorCode>;

/**
 * Requests that end with the exit code if the user leaves after a failure that is no longer shown, except that of a
 * signed transaction.
 */
const leftIntents: readonly Intent[] = [
  'create-wallet',
  'export-wallet',
  'fund',
  'link',
  'undo',
  'update',
  'recover',
  'send',
  'set-recovery',
  'sign',
  'sign-transaction',
];

/**
 * Returns true for the screen that asks a guest to save the wallet before a login as another user, and for screens
 * that were opened from it (GUEST-03).
 */
function isGuestKept({ name, props }: Entry): boolean {
  if (name === 'GUEST_WALLET_SCREEN') return true;
  return 'previous' in props && props.previous ? isGuestKept(props.previous) : false;
}

const failureScreens: readonly string[] = [
  'AWAITING_CONNECTION',
  'AWAITING_OAUTH_SCREEN',
  'CROSS_APP_AUTH_SCREEN',
  'ERROR_SCREEN',
];

/** Returns true if a visit is for a login. */
export const isLoginVisit = (intent: Intent) => intent === 'login' || intent === 'connect-or-create';

/**
 * Returns the outcome of a visit that closes now: its result, else the last failure, else the exit code. A login
 * without a result, or whose user is logged out or has not verified the required second factor, ends with
 * `exited_auth_flow` (SDK-03). If a guest's wallet prevents a login, the host receives `linked_to_another_user`. For
 * `leftIntents`, a failure counts only if the screen that the user leaves shows failures, unless it is that of a signed
 * transaction: a user who went back and then left has exited (LINK-19, SIGN-05).
 */
export function outcomeOf(
  visit: Pick<ActiveFlowState, 'entry' | 'failure' | 'request' | 'result'>,
  { authenticated, factorDue }: Pick<FlowFacts, 'authenticated' | 'factorDue'>,
): Outcome {
  const { intent } = visit.request;
  const isLogin = isLoginVisit(intent) || intent === 'verify-login';
  const isGone = isLogin && (!authenticated || factorDue !== null);
  // A connected wallet needs no user.
  if (visit.result && (!isGone || 'connected' in visit.result)) return { ok: true, result: visit.result };
  if (!isLogin && isVerifying(visit.entry)) return { ok: false, error: unverified(visit.failure) };
  // The export page does not reveal if it showed the key, so leaving its screen counts as success. So does leaving a
  // list of recovery passkeys, second factors, sessions or connected apps; the last two still report a failure.
  const isLookedAt =
    intent === 'recovery-passkeys' ||
    intent === 'enroll-factor' ||
    ((intent === 'sessions' || intent === 'connected-apps') && !visit.failure);
  const isShown = isLookedAt || (!isLogin && visit.entry.name === 'EMBEDDED_WALLET_KEY_EXPORT_SCREEN');
  if (isShown) return { ok: true, result: {} };
  if (isGuestKept(visit.entry)) return { ok: false, error: new ServiceError('linked_to_another_user') };
  // A host that reads a rejection would believe that nothing was sent, so the failure of a signed transaction counts.
  const isSigned = intent === 'send' && visit.failure?.details?.hash !== undefined;
  const isOn =
    isSigned ||
    !leftIntents.includes(intent) ||
    failureScreens.includes(visit.entry.name) ||
    'failure' in visit.entry.props;
  const seen = isLogin || !isOn ? null : visit.failure;
  return { ok: false, error: seen ?? new ServiceError(exitCodes[intent]) };
}

/** Returns the error of a visit that was closed while it asked for a second factor (MFA-25, MFA-28). */
function unverified(seen: ServiceError | null): ServiceError {
  const isOver = isCode(seen, 'mfa_timeout') || isCode(seen, 'mfa_verification_max_attempts_reached');
  return seen && isOver ? seen : new ServiceError('user_rejected_request', { message: 'MFA canceled' });
}

/** Returns the outcome of a visit that was closed while an operation was in progress. */
export function outcomeOfDeferred(deferred: Promise<ModalResult>): Promise<Outcome> {
  return deferred.then(
    (result) => ({ ok: true, result }),
    (cause: unknown) => ({
      ok: false,
      error: isCode(cause) ? cause : new ServiceError('internal_error', { cause }),
    }),
  );
}
