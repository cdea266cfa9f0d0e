import { Button, useTexts } from '../../../ui/index.ts';
import { StatusPage } from '../../StatusPage.tsx';
import type { ViewProps } from '../../screen.ts';

export type InAppProps = Record<never, never>;

export interface InAppExits {
  back: undefined;
  closed: undefined;
}

export const inAppTexts = {
  title: 'Could not log in with provider',
  detail:
    "This page is open inside another app, where this provider doesn't allow logins. Open it in a browser such as Chrome or Safari and try again.",
  close: 'Close',
} as const;

/** For the browser inside another app, from which Google logs no one in (LAND-32). */
export function InAppView({ exit }: ViewProps<InAppProps, InAppExits>) {
  const texts = useTexts('inApp', inAppTexts);
  return (
    <StatusPage
      actions={
        <Button autoFocus onClick={() => exit('closed')}>
          {texts.close}
        </Button>
      }
      detail={texts.detail}
      state="failed"
      title={texts.title}
    />
  );
}
