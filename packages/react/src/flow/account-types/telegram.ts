import type { TelegramData } from '@latchkey/wire';
import type { ModalRequest } from '../../request.ts';
import { timings } from '../../timings.ts';
import { afterLogin } from '../afterLogin.ts';
import { findRefusal, loginErrorFrom } from '../loginErrors.ts';
import type { EntryOf } from '../state.ts';
import { isSignupOff, landing } from '../steps.ts';
import type { Transitions } from '../transition.ts';
import type { AccountTypeFlow } from './accountType.ts';

const transitions = {
  TELEGRAM_AUTH_SCREEN: {
    verified: (login, facts) =>
      afterLogin(facts, { ...login, loginMethod: 'telegram' }, timings.closeAfterSuccessMs),
    linked: (result) => ({ close: 'finished', afterMs: timings.closeAfterSuccessMs, result }),
    // If the refusal of a login has its own screen, that screen follows (TELE-04).
    failed: ({ error }, facts, { entry }) =>
      entry.props.act === 'login' && findRefusal(error, facts)
        ? loginErrorFrom(entry, error, facts)
        : { stay: true },
    back: (_, _facts, { entry, request }) =>
      entry.props.act === 'login' ? { to: landing(request, {}) } : { close: 'given-up' },
  },
} as const satisfies Pick<Transitions, 'TELEGRAM_AUTH_SCREEN'>;

function telegramScreen(
  act: 'link' | 'login',
  { request, data }: { request: ModalRequest | null; data: TelegramData | null },
): EntryOf<'TELEGRAM_AUTH_SCREEN'> {
  const disableSignup = request && isSignupOff(request) ? { disableSignup: true } : {};
  return { name: 'TELEGRAM_AUTH_SCREEN', props: { act, data, ...disableSignup } };
}

const starts = {
  telegram: ({ data }, _facts, { entry, request }) => ({
    to: telegramScreen('login', { request, data }),
    backTo: entry,
  }),
} as const satisfies Pick<Transitions['LANDING'], 'telegram'>;

export const telegram = {
  transitions,
  starts,
  resumed(request) {
    const data = request.input?.telegram;
    return data ? telegramScreen('login', { request, data }) : null;
  },
  link: () => telegramScreen('link', { request: null, data: null }),
  transferOf(offer, { name, props }) {
    return name === 'TELEGRAM_AUTH_SCREEN' && props.data
      ? { offer, method: 'telegram', data: props.data }
      : null;
  },
  spendsToken: ({ name }) => name === 'TELEGRAM_AUTH_SCREEN',
} as const satisfies AccountTypeFlow;
