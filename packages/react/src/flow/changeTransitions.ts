import type { Failed } from '../screens/index.ts';
import { timings } from '../timings.ts';
import { confirmWayEntry } from './account-types/index.ts';
import type { Entry } from './state.ts';
import { errorFrom } from './steps.ts';
import type { FlowFacts, Transitions } from './transition.ts';

type ChangeScreen =
  | 'CONNECTED_APPS_SCREEN'
  | 'CONFIRM_LOGIN_SCREEN'
  | 'LINK_CONFLICT_SCREEN'
  | 'SESSIONS_SCREEN'
  | 'UNDO_CHANGE_SCREEN'
  | 'UNDO_DONE_SCREEN';

const listTransitions = {
  ended: () => ({ stay: true }),
  'not-ended': () => ({ stay: true }),
  failed: ({ error }: Failed, _facts: FlowFacts, { entry }: { entry: Entry }) => errorFrom(entry, error),
} as const satisfies Transitions['SESSIONS_SCREEN'];

/**
 * Transitions of the screens that confirm an old login, move an account that another user has, list connected apps and
 * sessions, and undo a removal.
 */
export const changeTransitions = {
  CONFIRM_LOGIN_SCREEN: {
    'code-sent': (sent, _facts, { entry }) => ({
      to: { name: 'AWAITING_ACCOUNT_CODE', props: { act: 'confirm', ...sent, ...entry.props } },
    }),
    confirmed: (result) => ({ done: { close: 'finished', result } }),
    elsewhere: (chosen, _facts, { entry }) => {
      const screen = confirmWayEntry(entry.props, chosen);
      return screen ? { to: screen } : { stay: true };
    },
    'must-reopen': (_, _facts, { entry: { props } }) => ({
      to: { name: 'CONFIRM_LOGIN_SCREEN', props: { ...props, mustReopen: true } },
    }),
    failed: ({ error }, _facts, { entry }) => errorFrom(entry, error),
    closed: () => ({ close: 'given-up' }),
  },
  LINK_CONFLICT_SCREEN: {
    transferred: (result) => ({ close: 'finished', afterMs: timings.closeAfterSuccessMs, result }),
    // An offer is valid only once, so linking starts again.
    failed: ({ error }) => errorFrom(null, error),
    cancelled: () => ({ close: 'given-up' }),
  },
  CONNECTED_APPS_SCREEN: listTransitions,
  SESSIONS_SCREEN: listTransitions,
  UNDO_CHANGE_SCREEN: {
    undone: (result) => ({ to: { name: 'UNDO_DONE_SCREEN', props: result }, result }),
    failed: ({ error }, _facts, { entry }) => errorFrom(entry, error),
    closed: () => ({ close: 'given-up' }),
  },
  UNDO_DONE_SCREEN: { done: () => ({ close: 'finished' }) },
} as const satisfies Pick<Transitions, ChangeScreen>;
