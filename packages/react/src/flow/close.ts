import { type ErrorCode, ServiceError } from '@latchkey/wire';
import type { Intent, Outcome } from './request.ts';
import type { Visit } from './state.ts';

/** What leaving early means to the one who opened the modal. */
export const exitCodes = {
  login: 'exited_auth_flow',
  'create-wallet': 'unknown_embedded_wallet_error',
  sign: 'user_rejected_request',
} as const satisfies Record<Intent, ErrorCode>;

/**
 * What a visit that closes now came to: success once it achieved what it was opened for, whatever closed it; else the
 * failure that the person saw last, except for a login, whose exit is always `exited_auth_flow` (L§4).
 */
export function outcomeOf(visit: Visit): Outcome {
  if (visit.result) return { ok: true, result: visit.result };
  const { intent } = visit.request;
  const seen = intent === 'login' ? null : visit.failure;
  return { ok: false, error: seen ?? new ServiceError(exitCodes[intent]) };
}
