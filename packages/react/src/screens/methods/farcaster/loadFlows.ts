import { lazy } from '../../../lazy.ts';

/** Loads the code of the Farcaster sign-ins. */
export const loadFarcasterFlows = lazy(() => import('./flows.ts'));
