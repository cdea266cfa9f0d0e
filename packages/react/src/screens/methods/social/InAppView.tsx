import { inAppTexts } from '../../../texts/generated/en/inApp.ts';
import { useTexts } from '../../../texts/index.ts';
import { Button } from '../../../ui/index.ts';
import { StatusPage } from '../../StatusPage.tsx';
import type { ViewProps } from '../../screen.ts';

export type InAppProps = Record<never, never>;

export interface InAppExits {
  back: undefined;
  closed: undefined;
}

/** Screen for browsers inside other apps, where Google blocks logins (LAND-32). */
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
