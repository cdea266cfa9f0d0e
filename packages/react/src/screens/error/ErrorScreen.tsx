import type { ServiceError } from '@latchkey/wire';
import { Button, Status, useTexts } from '../../ui/index.ts';
import type { Entry } from '../entry.ts';
import { defineScreen, type ViewProps } from '../screen.ts';
import { errorTextOf, errorTexts } from './errorTexts.ts';

export interface ErrorProps {
  readonly error: ServiceError;
  /** Where 'back' leads; without one, to the beginning. */
  readonly previous: Entry | null;
  /** The screen before it broke: there is nothing to go back to, so the button closes. @default false */
  readonly isFinal?: boolean;
}

export interface ErrorExits {
  back: undefined;
  closed: undefined;
}

export const errorScreenTexts = { close: 'Close' } as const;

function ErrorView({ props, exit }: ViewProps<ErrorProps, ErrorExits>) {
  const texts = useTexts('errorScreen', errorScreenTexts);
  const { title, detail, button } = errorTextOf(props.error, useTexts('errors', errorTexts));

  return (
    <div className="page">
      <Status detail={detail} state="failed" title={title} />
      <div className="page-end">
        <Button autoFocus onClick={() => exit(props.isFinal ? 'closed' : 'back')}>
          {props.isFinal ? texts.close : button}
        </Button>
      </div>
    </div>
  );
}

export const errorScreen = defineScreen<ErrorProps, ErrorExits>({
  height: 'compact',
  header: {},
  View: ErrorView,
});
