import { startCall } from '../../captcha/useCaptchaStart.ts';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import type { MethodEntryProps } from '../methodScreens.ts';
import { BrandEntry } from '../social/BrandEntry.tsx';
import { loadFarcasterFlows } from './loadFlows.ts';

/** What the landing's row of Farcaster leads to. */
export interface FarcasterStarts {
  /** The person is to approve in the Farcaster app. */
  farcaster: undefined;
}

/** The landing's row for Farcaster. A press opens the channel; the screen after it shows where it leads (FARC-01). */
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
