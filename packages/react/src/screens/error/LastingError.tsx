import { lastingErrorsTexts } from '../../texts/generated/en/lastingErrors.ts';
import { useTexts } from '../../texts/index.ts';
import { Button } from '../../ui/index.ts';
import { StatusPage } from '../StatusPage.tsx';
import type { ViewProps } from '../screen.ts';
import type { ErrorExits, ErrorProps } from './ErrorScreen.tsx';
import { lastingTextOf } from './lastingTexts.ts';

export function LastingError({ props: { error, isFinal }, exit }: ViewProps<ErrorProps, ErrorExits>) {
  const texts = useTexts('lastingErrors', lastingErrorsTexts);
  const told = lastingTextOf(error, texts);
  if (!told) return null;
  const isBack = told.hasAnother && !isFinal;
  return (
    <StatusPage
      actions={
        <Button autoFocus onClick={() => exit(isBack ? 'back' : 'closed')}>
          {isBack ? told.button : texts.close}
        </Button>
      }
      detail={told.detail}
      state="failed"
      title={told.title}
    />
  );
}
