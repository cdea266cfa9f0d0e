export { FarcasterView } from './FarcasterView.tsx';
export { farcasterFlowsOf } from './flows.ts';
