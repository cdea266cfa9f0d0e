import { onSeenPress } from '../page/onSeenPress.ts';
import type { Sight } from '../page/watchSight.ts';
import type { exportEn } from './generated/en.ts';

/** Shortest time between the two presses, and longest, after which the first no longer counts, in ms. */
const apartMs = 1_000;
const forgottenMs = 15_000;

export type Shown = 'key' | 'phrase';

/** The buttons that begin an export: what is shown or copied, and that only at the second press. */
export interface Choices {
  readonly buttons: readonly HTMLButtonElement[];
  /** Back to the start: the next press is a first one. */
  reset(): void;
}

interface Given {
  readonly texts: typeof exportEn;
  readonly kinds: readonly Shown[];
  /** One row, in which the second press copies; elsewhere it shows. */
  readonly compact: MediaQueryList;
  readonly sight: Sight;
  /** The page's clock, in ms. */
  readonly now: () => number;
  readonly onChosen: (what: Shown) => void;
}

/**
 * Makes the buttons. The first press turns a button into the warning, and hides the other; the second one, a second later
 * at least, is the choice.
 *
 * Threat: a host page in which the button passes for one of its own, so that a person hands over the key with a press of
 * habit. A press that comes early begins the second anew, so that one who presses fast never chooses.
 */
export function createChoices(document: Document, given: Given): Choices {
  const { texts, kinds, compact, now } = given;
  const labels = {
    key: [texts.showKey, texts.copyKey, texts.warnKey],
    phrase: [texts.showPhrase, texts.copyPhrase, texts.warnPhrase],
  } as const;
  const buttons = kinds.map(() => document.createElement('button'));
  let first: { what: Shown; atMs: number } | null = null;
  let timers: ReturnType<typeof setTimeout>[] = [];

  function draw(): void {
    for (const [nth, what] of kinds.entries()) {
      const button = buttons[nth] as HTMLButtonElement;
      const [show, copy, warning] = labels[what];
      const isFirst = first?.what === what;
      button.hidden = first !== null && !isFirst;
      button.className = isFirst ? 'warned' : compact.matches ? 'main' : '';
      if (isFirst) {
        const again = document.createElement('strong');
        again.textContent = compact.matches ? texts.againCopy : texts.againShow;
        button.replaceChildren(warning, ' ', again);
      } else button.textContent = compact.matches ? copy : show;
    }
  }

  function reset(): void {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
    first = null;
    draw();
  }

  function press(what: Shown, button: HTMLButtonElement): void {
    const isChosen = first?.what === what && now() - first.atMs >= apartMs;
    reset();
    if (isChosen) {
      given.onChosen(what);
      return;
    }
    first = { what, atMs: now() };
    timers = [setTimeout(() => button.classList.add('ready'), apartMs), setTimeout(reset, forgottenMs)];
    draw();
  }

  for (const [nth, what] of kinds.entries()) {
    const button = buttons[nth] as HTMLButtonElement;
    // Read out when it changes: who does not see the warning hears it.
    button.setAttribute('aria-live', 'polite');
    onSeenPress(button, given.sight, () => press(what, button));
  }
  compact.addEventListener('change', reset);
  addEventListener('keydown', ({ key }) => key === 'Escape' && reset());
  draw();
  return { buttons, reset };
}
