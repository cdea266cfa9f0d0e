import type { Environment } from '../environment.ts';
import { isAnswer, type PopupAnswer } from './messages.ts';
import { type PopupEnd, type PopupQuestion, waitForPopup } from './popup.ts';

/** Answer of a popup, unverified. */
export interface PopupReturn extends PopupAnswer {
  /** True if a page of another origin sent the answer. Callers refuse it: a visit returns to a page of this origin. */
  readonly isForeign: boolean;
}

/**
 * Navigates a popup to a provider's page and waits for the answer that it sends after its return.
 *
 * @param question.stateCode state of this visit; the channel also carries answers for other tabs
 */
export function waitForReturn(
  environment: Environment,
  { stateCode, ...question }: Omit<PopupQuestion<PopupReturn>, 'read'> & { readonly stateCode: string },
): Promise<PopupEnd<PopupReturn>> {
  return waitForPopup(environment, {
    ...question,
    read({ data, origin, source }, from) {
      if (!isAnswer(data)) return null;
      if (from === 'channel') return data.stateCode === stateCode ? { ...data, isForeign: false } : null;
      if (source !== question.popup) return null;
      return { ...data, isForeign: origin !== environment.window?.location.origin };
    },
  });
}
