import type { ServiceError } from '@latchkey/wire';
import type { PropsOf } from '../../screens/index.ts';
import { timings } from '../../timings.ts';
import { afterLogin } from '../afterLogin.ts';
import { isFinalRefusal, loginErrorFrom } from '../loginErrors.ts';
import type { EntryOf } from '../state.ts';
import { confirmEntry, isSignupOff, landing } from '../steps.ts';
import type { FlowFacts, Transitions } from '../transition.ts';
import type { AccountTypeFlow } from './accountType.ts';

const transitions = {
  AWAITING_FARCASTER_CONNECTION: {
    verified: (login, facts) => afterLogin(facts, login, timings.closeAfterSuccessMs),
    linked: (result) => ({ close: 'finished', afterMs: timings.closeAfterSuccessMs, result }),
    failed: ({ error }, facts, { entry }) => farcasterErrorFrom(entry, error, facts),
    opened: (_, _facts, { entry }) => ({ to: { ...entry, props: { ...entry.props, isPaused: false } } }),
    confirmed: (result) => ({ done: { close: 'finished', result } }),
    back: (_, _facts, { entry: { props }, request }) => ({
      to: props.act === 'confirm' ? confirmEntry(props.confirms) : landing(request, {}),
    }),
  },
} as const satisfies Pick<Transitions, 'AWAITING_FARCASTER_CONNECTION'>;

const starts = {
  farcaster: (_, _facts, { request }) => ({
    to: farcasterScreen({ act: 'login', ...(isSignupOff(request) ? { disableSignup: true } : {}) }),
  }),
} as const satisfies Pick<Transitions['LANDING'], 'farcaster'>;

function farcasterErrorFrom(
  entry: EntryOf<'AWAITING_FARCASTER_CONNECTION'>,
  error: ServiceError,
  facts: FlowFacts,
) {
  const isFinal = entry.props.act === 'login' && isFinalRefusal(error, facts);
  return isFinal ? loginErrorFrom(entry, error, facts) : ({ stay: true } as const);
}

const farcasterScreen = (
  props: PropsOf<'AWAITING_FARCASTER_CONNECTION'>,
): EntryOf<'AWAITING_FARCASTER_CONNECTION'> => ({
  name: 'AWAITING_FARCASTER_CONNECTION',
  props,
});

export const farcaster = {
  transitions,
  starts,
  link: () => farcasterScreen({ act: 'link' }),
  confirm: (props) => farcasterScreen({ act: 'confirm', ...props }),
  transferOf: (offer, { name }) =>
    name === 'AWAITING_FARCASTER_CONNECTION' ? { offer, method: 'farcaster' } : null,
} as const satisfies AccountTypeFlow;
