import { lazy } from '../../../lazy.ts';

/** The sign-ins with Farcaster that a landing begins: no page loads even the way to them before its modal is there. */
export const loadFarcasterFlows = lazy(() => import('./flows.ts'));
