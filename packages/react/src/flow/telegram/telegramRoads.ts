import { timings } from '../../timings.ts';
import { conflictEntry } from '../account/accountRoads.ts';
import { afterLogin } from '../afterLogin.ts';
import { loginErrorFrom } from '../loginErrors.ts';
import type { Roads } from '../roads.ts';
import { confirmChange, landing } from '../steps.ts';

/** The screen of a login or a link by Telegram. */
export const telegramRoads: Pick<Roads, 'TELEGRAM_AUTH_SCREEN'> = {
  TELEGRAM_AUTH_SCREEN: {
    verified: (login, facts) =>
      afterLogin(facts, { ...login, loginMethod: 'telegram' }, timings.closeAfterSuccessMs),
    linked: (result) => ({ close: 'finished', afterMs: timings.closeAfterSuccessMs, result }),
    conflict: ({ offer, data }) => ({ to: conflictEntry({ method: 'telegram', offer, data }) }),
    refused: ({ error }, _facts, { entry }) => loginErrorFrom(entry, error),
    // What Telegram signed was not used up: it is shown again, once the login is confirmed.
    'login-too-old': ({ data }, _facts, { entry }) =>
      confirmChange({ ...entry, props: { ...entry.props, data } }),
    back: (_, _facts, { entry, request }) =>
      entry.props.act === 'login' ? { to: landing(request, {}) } : { close: 'given-up' },
  },
};
