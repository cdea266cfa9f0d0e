import { timings } from '../../timings.ts';
import { afterLogin } from '../afterLogin.ts';
import { loginErrorFrom } from '../loginErrors.ts';
import type { Roads } from '../roads.ts';
import type { Entry } from '../state.ts';
import { confirmChange } from '../steps.ts';

type PasskeyScreen = 'AWAITING_PASSKEY_SYSTEM_DIALOGUE' | 'LINK_PASSKEY_SCREEN';

/** The screen beside the browser's own dialog. */
const passkeyScreen: Entry = { name: 'AWAITING_PASSKEY_SYSTEM_DIALOGUE', props: {} };

const landing: Entry = { name: 'LANDING', props: {} };

/** The screens of passkeys, and the ways to them from the landing. */
export const passkeyRoads: Pick<Roads, PasskeyScreen> = {
  AWAITING_PASSKEY_SYSTEM_DIALOGUE: {
    verified: (login, facts) => afterLogin(facts, login, timings.closeAfterSuccessMs),
    failed: ({ error }) => loginErrorFrom(landing, error),
    back: () => ({ to: landing }),
  },
  LINK_PASSKEY_SCREEN: {
    linked: (result) => ({ close: 'finished', afterMs: timings.closeAfterSuccessMs, result }),
    'login-too-old': (_, _facts, { entry }) => confirmChange(entry),
  },
};

/** What the landing's button of passkeys, and a passkey that the browser filled in, lead to. */
export const passkeyStarts: Pick<
  Roads['LANDING'],
  'passkey' | 'passkey-captcha' | 'passkey-used' | 'passkey-failed'
> = {
  passkey: () => ({ to: passkeyScreen }),
  'passkey-captcha': () => ({
    // The call that spends the token is the next screen's own.
    to: {
      name: 'CAPTCHA_SCREEN',
      props: { start: async () => {}, success: passkeyScreen, failure: landing },
    },
  }),
  'passkey-used': (login, facts) => afterLogin(facts, login, timings.closeAfterSuccessMs),
  'passkey-failed': ({ error }) => loginErrorFrom(landing, error),
};
