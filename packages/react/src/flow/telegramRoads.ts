import type { ErrorCode } from '@latchkey/wire';
import { timings } from '../timings.ts';
import { afterLogin } from './afterLogin.ts';
import { loginErrorFrom } from './loginErrors.ts';
import type { Roads } from './roads.ts';
import { landing } from './steps.ts';

/** Refusals that have a screen of their own (TELE-04). */
const refusals: readonly ErrorCode[] = ['allowlist_rejected', 'max_accounts_reached', 'user_does_not_exist'];

/** The screen of a login or a link by Telegram. */
export const telegramRoads: Pick<Roads, 'TELEGRAM_AUTH_SCREEN'> = {
  TELEGRAM_AUTH_SCREEN: {
    verified: (login, facts) =>
      afterLogin(facts, { ...login, loginMethod: 'telegram' }, timings.closeAfterSuccessMs),
    linked: (result) => ({ close: 'finished', afterMs: timings.closeAfterSuccessMs, result }),
    failed: ({ error }, _facts, { entry }) =>
      refusals.includes(error.code) ? loginErrorFrom(entry, error) : { stay: true },
    back: (_, _facts, { entry, request }) =>
      entry.props.act === 'login' ? { to: landing(request, {}) } : { close: 'given-up' },
  },
};
