import { type ErrorCode, isCode, ServiceError } from '@latchkey/wire';
import type { Intent, ModalResult, Outcome } from '../request.ts';
import type { Facts } from './roads.ts';
import type { Visit } from './state.ts';

/**
 * What leaving early means to the caller that opened the modal. Always a code of its own, never that of a failure: a host
 * reports failures, and says nothing when a person changed their mind.
 */
export const exitCodes = {
  login: 'exited_auth_flow',
  'create-wallet': 'exited_wallet_flow',
  'export-wallet': 'exited_wallet_flow',
  recover: 'exited_wallet_flow',
  'recovery-passkeys': 'exited_wallet_flow',
  'set-recovery': 'user_exited_set_password_flow',
  send: 'user_rejected_request',
  sign: 'user_rejected_request',
  'sign-transaction': 'user_rejected_request',
  link: 'exited_link_flow',
  update: 'exited_update_flow',
  sessions: 'exited_auth_flow',
  // What was changed stays so.
  undo: 'exited_update_flow',
  // The act that asked for it stays refused.
  confirm: 'recent_login_required',
} as const satisfies Record<Intent, ErrorCode>;

/** Where anyone who goes on after a failure, and then leaves, has left. */
const leftIntents: readonly Intent[] = [
  'create-wallet',
  'export-wallet',
  'link',
  'undo',
  'update',
  'recover',
  'set-recovery',
];

/** Screens that tell of a failure. */
const failureScreens: readonly string[] = ['AWAITING_OAUTH_SCREEN', 'ERROR_SCREEN'];

/**
 * What a visit that closes now came to: success once it achieved what it was opened for, whatever closed it; else the
 * failure that the person saw last. A login's exit is always `exited_auth_flow` (SDK-03), also when its user is gone again
 * by then, logged out in another tab (SDK-03). A link, an update and what is done with a wallet tell of a failure only
 * where it is what is on at the end: anyone who went back and left then, exited (LINK-19).
 */
export function outcomeOf(
  visit: Pick<Visit, 'entry' | 'failure' | 'request' | 'result'>,
  { authenticated }: Pick<Facts, 'authenticated'>,
): Outcome {
  const isGone = visit.request.intent === 'login' && !authenticated;
  if (visit.result && !isGone) return { ok: true, result: visit.result };
  const { intent } = visit.request;
  // Whether the key was shown, the page keeps to itself: to leave its screen is the end of an export, not its failure.
  // Passkeys and sessions are looked at: anyone who has seen enough leaves.
  const isLookedAt = intent === 'recovery-passkeys' || (intent === 'sessions' && !visit.failure);
  const isShown = isLookedAt || visit.entry.name === 'EMBEDDED_WALLET_KEY_EXPORT_SCREEN';
  if (isShown) return { ok: true, result: {} };
  const isOn = !leftIntents.includes(intent) || failureScreens.includes(visit.entry.name);
  const seen = intent === 'login' || !isOn ? null : visit.failure;
  return { ok: false, error: seen ?? new ServiceError(exitCodes[intent]) };
}

/** What a visit comes to that was closed while what it was opened for was under way, and went on without it. */
export function outcomeOfPledge(pledge: Promise<ModalResult>): Promise<Outcome> {
  return pledge.then(
    (result) => ({ ok: true, result }),
    (cause: unknown) => ({
      ok: false,
      error: isCode(cause) ? cause : new ServiceError('internal_error', { cause }),
    }),
  );
}
