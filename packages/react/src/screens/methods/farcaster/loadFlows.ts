import { lazy } from '../../../lazy.ts';

export const loadFarcasterFlows = lazy(() => import('./flows.ts'));
