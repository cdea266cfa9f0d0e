import { onSeenPress } from '../page/onSeenPress.ts';
import type { Sight } from '../page/watchSight.ts';
import type { exportEn } from './generated/en.ts';

/** Shortest time between the two presses, and time after which the first press no longer counts, in ms. */
const apartMs = 1_000;
const forgottenMs = 15_000;

export type Shown = 'key' | 'phrase';

/** Buttons that begin an export. The second press on a button makes the choice. */
export interface Choices {
  readonly buttons: readonly HTMLButtonElement[];
  /** Returns to the start: the next press counts as the first. */
  reset(): void;
}

interface Given {
  readonly texts: typeof exportEn;
  readonly kinds: readonly Shown[];
  /** Matches a page of one row, on which the second press also copies. */
  readonly compact: MediaQueryList;
  readonly sight: Sight;
  /** Returns the page's time in ms. */
  readonly now: () => number;
  readonly onChosen: (what: Shown) => void;
}

/**
 * Creates the buttons. The first press turns a button into a warning and hides the other button. The second press, one
 * to 15 seconds later, makes the choice.
 *
 * A malicious host page could pass the button off as its own and have the user reveal the key with careless presses. A
 * press that comes too early restarts the wait, so that presses less than a second apart do not choose.
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
    button.setAttribute('aria-live', 'polite');
    onSeenPress(button, given.sight, () => press(what, button));
  }
  compact.addEventListener('change', reset);
  addEventListener('keydown', ({ key }) => key === 'Escape' && reset());
  draw();
  return { buttons, reset };
}
