import { timings } from '../timings.ts';
import { flowKindOf } from './kinds/index.ts';
import type { Roads } from './roads.ts';
import { errorFrom } from './steps.ts';

type ChangeScreen =
  | 'CONFIRM_LOGIN_SCREEN'
  | 'LINK_CONFLICT_SCREEN'
  | 'SESSIONS_SCREEN'
  | 'UNDO_CHANGE_SCREEN'
  | 'UNDO_DONE_SCREEN';

/** The screens that every way of linking an account may come to, and those that look after the account as a whole. */
export const changeRoads: Pick<Roads, ChangeScreen> = {
  CONFIRM_LOGIN_SCREEN: {
    'code-sent': (sent, _facts, { entry }) => ({
      to: { name: 'AWAITING_ACCOUNT_CODE', props: { act: 'confirm', ...sent, ...entry.props } },
    }),
    confirmed: (result) => ({ done: { close: 'finished', result } }),
    elsewhere: ({ method }, _facts, { entry }) => {
      const screen = flowKindOf(method).confirm?.(entry.props);
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
    // An offer is good once: the link begins anew.
    failed: ({ error }) => errorFrom(null, error),
    cancelled: () => ({ close: 'given-up' }),
  },
  SESSIONS_SCREEN: {
    ended: () => ({ stay: true }),
    'not-ended': () => ({ stay: true }),
    failed: ({ error }, _facts, { entry }) => errorFrom(entry, error),
  },
  UNDO_CHANGE_SCREEN: {
    undone: (result) => ({ to: { name: 'UNDO_DONE_SCREEN', props: result }, result }),
    failed: ({ error }, _facts, { entry }) => errorFrom(entry, error),
    closed: () => ({ close: 'given-up' }),
  },
  UNDO_DONE_SCREEN: { done: () => ({ close: 'finished' }) },
};
