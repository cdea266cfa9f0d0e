import type { ServiceError } from '@latchkey/wire';
import { errorScreenTexts } from '../../texts/generated/en/errorScreen.ts';
import { errorsTexts } from '../../texts/generated/en/errors.ts';
import { useTexts } from '../../texts/index.ts';
import { Button, lazyView } from '../../ui/index.ts';
import type { Entry } from '../entry.ts';
import { StatusPage } from '../StatusPage.tsx';
import { defineScreen, type ViewProps } from '../screen.ts';
import { errorTextOf, isLasting } from './errorTexts.ts';

export interface ErrorProps {
  readonly error: ServiceError;
  /** Screen that 'back' leads to. Null leads to the beginning. */
  readonly previous: Entry | null;
  /**
   * True if going back would not help, for example because the previous screen crashed. The button then closes the
   * modal. @default false
   */
  readonly isFinal?: boolean;
}

export interface ErrorExits {
  back: undefined;
  closed: undefined;
}

const LastingError = lazyView(async () => (await import('./LastingError.tsx')).LastingError);

function ErrorView(view: ViewProps<ErrorProps, ErrorExits>) {
  return isLasting(view.props.error) ? <LastingError {...view} /> : <CatalogueError {...view} />;
}

function CatalogueError({ props, exit }: ViewProps<ErrorProps, ErrorExits>) {
  const texts = useTexts('errorScreen', errorScreenTexts);
  const { title, detail, button } = errorTextOf(props.error, useTexts('errors', errorsTexts));

  return (
    <StatusPage
      actions={
        <Button autoFocus onClick={() => exit(props.isFinal ? 'closed' : 'back')}>
          {props.isFinal ? texts.close : button}
        </Button>
      }
      detail={detail}
      state="failed"
      title={title}
    />
  );
}

export const errorScreen = defineScreen<ErrorProps, ErrorExits>({
  height: 'compact',
  header: {},
  View: ErrorView,
});
