import type { Environment } from '../environment.ts';
import { isAnswer, type PopupAnswer } from './messages.ts';
import { type PopupEnd, type PopupQuestion, waitForPopup } from './popup.ts';

/** What a popup came back with, as it said it. */
export interface PopupReturn extends PopupAnswer {
  /** Whether a page of another origin said so, which is none that this visit comes back to. */
  readonly isForeign: boolean;
}

/**
 * Sends a popup to a provider's page and waits until it comes back to the page's own origin.
 *
 * @param question.stateCode of this visit: answers to other tabs come by the channel too
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
