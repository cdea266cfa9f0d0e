import type { ServiceError } from '@latchkey/wire';
import { useTexts } from '../../ui/index.ts';
import { errorTextOf, errorTexts } from './errorTexts.ts';
import { lastingTextOf, lastingTexts } from './lastingTexts.ts';

/** Returns a function that gives the text about any failure. For screens that load later than the modal itself, because it brings many texts. */
export function useErrorText(): (error: ServiceError) => { title: string; detail: string } {
  const errors = useTexts('errors', errorTexts);
  const lasting = useTexts('lastingErrors', lastingTexts);
  return (error) => lastingTextOf(error, lasting) ?? errorTextOf(error, errors);
}
