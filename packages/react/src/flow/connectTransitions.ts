import type { ExitsOf } from '../screens/index.ts';
import { timings } from '../timings.ts';
import { connectEntry } from './account-types/wallet.ts';
import type { Transitions } from './transition.ts';

type ConnectScreen =
  | 'AWAITING_CONNECT_ONLY_CONNECTION'
  | 'CONNECT_ONLY_AUTHENTICATED_SCREEN'
  | 'CONNECT_ONLY_LANDING_SCREEN';

const chosen = ({ option }: ExitsOf<'CONNECT_ONLY_LANDING_SCREEN'>['chosen']) => ({
  to: connectEntry(option),
});

/** Transitions of the screens that connect a wallet without a login (EXTW-17). */
export const connectTransitions = {
  AWAITING_CONNECT_ONLY_CONNECTION: {
    connected: (result) => ({ close: 'finished', afterMs: timings.closeAfterSuccessMs, result }),
    failed: ({ error }) => ({ stay: true, failure: error }),
    back: () => ({ restart: true }),
  },
  CONNECT_ONLY_AUTHENTICATED_SCREEN: { chosen },
  CONNECT_ONLY_LANDING_SCREEN: { chosen },
} as const satisfies Pick<Transitions, ConnectScreen>;
