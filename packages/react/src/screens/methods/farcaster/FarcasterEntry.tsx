import { startCall } from '../../captcha/useCaptchaStart.ts';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import type { MethodEntryProps } from '../methodScreens.ts';
import { BrandEntry } from '../social/BrandEntry.tsx';
import { loadFarcasterFlows } from './loadFlows.ts';

export interface FarcasterStarts {
  /** The user must approve in the Farcaster app. */
  farcaster: undefined;
}

/** Row for Farcaster on the landing screen. A click opens the channel; the next screen shows its address (FARC-01). */
export function FarcasterEntry({ badge, exit }: MethodEntryProps<FarcasterStarts>) {
  const services = useServices();
  const start = async () => (await loadFarcasterFlows()).farcasterFlowsOf(services.client).login.open();
  const { run, status } = useTask({
    work: () => startCall(services, start),
    onDone: () => exit('farcaster'),
    onFailed: (error) =>
      exit('failed', { error, held: { call: start, exit: 'farcaster', payload: undefined } }),
  });
  return <BrandEntry badge={badge} brand="farcaster" busy={status !== 'idle'} onPress={run} />;
}
