import { loginFailedTexts } from '../../texts/generated/en/loginFailed.ts';
import { useTexts } from '../../texts/index.ts';
import { Button } from '../../ui/index.ts';
import { Buttons } from '../Page.tsx';
import { StatusPage } from '../StatusPage.tsx';
import type { ViewProps } from '../screen.ts';

export type LoginFailedProps = Record<never, never>;

export interface LoginFailedExits {
  'try-again': undefined;
  cancelled: undefined;
}

/** Shown after a login that failed for an unknown reason. The user can start again or cancel (ERR-27). */
export function LoginFailedView({ exit }: ViewProps<LoginFailedProps, LoginFailedExits>) {
  const texts = useTexts('loginFailed', loginFailedTexts);
  return (
    <StatusPage
      actions={
        <Buttons>
          <Button autoFocus onClick={() => exit('try-again')}>
            {texts.tryAgain}
          </Button>
          <Button look="plain" onClick={() => exit('cancelled')}>
            {texts.cancel}
          </Button>
        </Buttons>
      }
      detail={texts.detail}
      state="failed"
      title={texts.title}
    />
  );
}
