import type { ModalRequest } from '../../request.ts';
import type { ExitsOf } from '../../screens/index.ts';
import { timings } from '../../timings.ts';
import { afterLogin } from '../afterLogin.ts';
import { loginErrorFrom } from '../loginErrors.ts';
import type { EntryOf } from '../state.ts';
import { isSignupOff, landing, toLanding } from '../steps.ts';
import type { Transitions } from '../transition.ts';
import type { AccountTypeFlow } from './accountType.ts';

type PasskeyAct = ExitsOf<'LANDING'>['passkey']['act'];
type PasskeyScreen = 'AWAITING_PASSKEY_SYSTEM_DIALOGUE' | 'LINK_PASSKEY_SCREEN';

function passkeyScreen(act: PasskeyAct, request: ModalRequest): EntryOf<'AWAITING_PASSKEY_SYSTEM_DIALOGUE'> {
  const disableSignup = isSignupOff(request) ? { disableSignup: true } : {};
  return { name: 'AWAITING_PASSKEY_SYSTEM_DIALOGUE', props: { act, ...disableSignup } };
}

const transitions = {
  AWAITING_PASSKEY_SYSTEM_DIALOGUE: {
    verified: (login, facts) => afterLogin(facts, login, timings.closeAfterSuccessMs),
    failed: ({ error }, facts, { request }) => loginErrorFrom(landing(request, {}), error, facts),
    'sign-up': (_, _facts, { request }) => ({
      to: passkeyScreen('sign-up', request),
      backTo: landing(request, {}),
    }),
    back: toLanding,
  },
  LINK_PASSKEY_SCREEN: {
    linked: (result) => ({ close: 'finished', afterMs: timings.closeAfterSuccessMs, result }),
    removed: () => ({ stay: true }),
    failed: () => ({ stay: true }),
  },
} as const satisfies Pick<Transitions, PasskeyScreen>;

const starts = {
  passkey: ({ act }, _facts, { request }) => ({
    to: passkeyScreen(act, request),
    backTo: landing(request, {}),
  }),
  'passkey-used': (login, facts) => afterLogin(facts, login, timings.closeAfterSuccessMs),
  'passkey-failed': ({ error }, facts, { request }) => loginErrorFrom(landing(request, {}), error, facts),
} as const satisfies Pick<Transitions['LANDING'], 'passkey' | 'passkey-used' | 'passkey-failed'>;

export const passkey = {
  transitions,
  starts,
  link: () => ({ name: 'LINK_PASSKEY_SCREEN', props: {} }),
  // The list also opens for users who have reached the limit of passkeys, so they can remove a passkey.
  listsAccounts: true,
  spendsToken: ({ name }) => name === 'AWAITING_PASSKEY_SYSTEM_DIALOGUE' || name === 'LINK_PASSKEY_SCREEN',
} as const satisfies AccountTypeFlow;
