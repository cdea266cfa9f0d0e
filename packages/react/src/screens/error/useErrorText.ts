import type { ServiceError } from '@latchkey/wire';
import { errorsTexts } from '../../texts/generated/en/errors.ts';
import { lastingErrorsTexts } from '../../texts/generated/en/lastingErrors.ts';
import { useTexts } from '../../texts/index.ts';
import { errorTextOf } from './errorTexts.ts';
import { lastingTextOf } from './lastingTexts.ts';

/**
 * Returns a function that returns the text of a failure. It includes many texts, so only screens that load later than
 * the modal use it.
 */
export function useErrorText(): (error: ServiceError) => { title: string; detail: string } {
  const errors = useTexts('errors', errorsTexts);
  const lasting = useTexts('lastingErrors', lastingErrorsTexts);
  return (error) => lastingTextOf(error, lasting) ?? errorTextOf(error, errors);
}
