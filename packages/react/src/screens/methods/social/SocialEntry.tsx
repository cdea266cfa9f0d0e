import { loadOAuth } from '@latchkey/core';
import type { OAuthProvider } from '@latchkey/wire';
import { useState } from 'react';
import { startCall } from '../../captcha/useCaptchaStart.ts';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import type { MethodEntryProps } from '../methodScreens.ts';
import { BrandEntry } from './BrandEntry.tsx';
import { usePageBack } from './usePageBack.ts';

export interface SocialStarts {
  /** The page is being redirected to a provider. */
  social: { provider: OAuthProvider };
}

/**
 * Row of a social login provider on the landing screen. A click redirects the page, so the row stays disabled
 * (LAND-18) until the user comes back with the back button.
 */
export function SocialEntry({ name, badge, disableSignup, exit }: MethodEntryProps<SocialStarts>) {
  const services = useServices();
  const provider = name as OAuthProvider;
  const [visits, setVisits] = useState(0);
  usePageBack(() => setVisits(visits + 1));
  const start = async () =>
    (await loadOAuth()).initLoginWithOAuth(services.client, { provider, disableSignup });
  return <Row badge={badge} exit={exit} key={visits} provider={provider} start={start} />;
}

interface RowProps extends Pick<MethodEntryProps<SocialStarts>, 'badge' | 'exit'> {
  readonly provider: OAuthProvider;
  start(): Promise<void>;
}

function Row({ provider, badge, start, exit }: RowProps) {
  const services = useServices();
  const { run, status } = useTask({
    work: () => startCall(services, start),
    onFailed: (error) =>
      exit('failed', { error, held: { call: start, exit: 'social', payload: { provider } } }),
  });
  return <BrandEntry badge={badge} brand={provider} busy={status !== 'idle'} onPress={run} />;
}
