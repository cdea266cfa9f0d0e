import { loadFarcasterFlows } from '../../../doors.ts';
import { isCaptchaDue } from '../../captcha/useCaptchaStart.ts';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import type { MethodEntryProps } from '../index.ts';
import { BrandEntry } from '../social/BrandEntry.tsx';

/** The landing's row for Farcaster. A press opens the channel; the screen after it shows where it leads (FARC-01). */
export function FarcasterEntry({ badge, exit }: MethodEntryProps) {
  const services = useServices();
  const start = async () => (await loadFarcasterFlows()).farcasterFlowsOf(services.client).login.open();
  const { run, status } = useTask({
    work: start,
    onDone: () => exit('farcaster'),
    onFailed: (error) => exit('failed', { error }),
  });
  return (
    <BrandEntry
      badge={badge}
      brand="farcaster"
      busy={status !== 'idle'}
      onPress={() => (isCaptchaDue(services) ? exit('farcaster-captcha', { start }) : run())}
    />
  );
}
