import { loadOAuth } from '@latchkey/core';
import type { OAuthProvider } from '@latchkey/wire';
import { useState } from 'react';
import { startCall } from '../../captcha/useCaptchaStart.ts';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import type { MethodEntryProps } from '../methodScreens.ts';
import { BrandEntry } from './BrandEntry.tsx';
import { usePageBack } from './usePageBack.ts';

/** What the landing's row of a provider leads to. */
export interface SocialStarts {
  /** The page is on its way to a provider. */
  social: { provider: OAuthProvider };
}

/**
 * The landing's row of a provider of social login. A press leaves the page for the provider's, so the row stays disabled
 * after it (LAND-18), until someone goes back to the page as they left it.
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
