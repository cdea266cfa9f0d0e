import { onSeenPress } from '../page/onSeenPress.ts';
import { settledForMs, watchSight } from '../page/watchSight.ts';
import { isRefusal } from '../refusal.ts';
import type { ExportKind } from '../sibling.ts';
import { type Choices, createChoices, type Shown } from './choices.ts';
import { copyText } from './copyText.ts';
import { minimumSize } from './css.ts';
import type { exportEn } from './generated/en.ts';
import { createKitForm } from './kitForm.ts';

export interface ExportPage {
  /** Lets presses count, once the page has a token. */
  open(): void;
}

interface Given {
  readonly texts: typeof exportEn;
  readonly hasPhrase: boolean;
  readonly take: (what: ExportKind, password?: string) => Promise<string>;
  readonly kitName: string;
  /** Returns the page's time in ms. */
  readonly now: () => number;
}

/**
 * Draws the page: buttons that count once they have been in sight, and the exported text until the user hides it, or
 * the page is hidden, left or made too small. Until the second press, the document contains no key and no phrase.
 */
export function showPage(document: Document, { texts, hasPhrase, take, kitName, now }: Given): ExportPage {
  // Published clients give the page a height of 44 px: one row, in which the second press shows and copies.
  const compact = matchMedia('(max-height: 99px)');
  const { make, main, choices, shown, label, value, copy, hide, row, status } = createParts(document, texts);
  let isOpen = false;
  let isBusy = false;

  const isFit = () => matchMedia(minimumSize).matches;
  const sight = watchSight(main, {
    isFit,
    now,
    onChange(isArmed) {
      if (!isArmed) begin.reset();
      if (!isFit()) blank();
      refresh();
    },
  });
  const begin: Choices = createChoices(document, {
    texts,
    compact,
    sight,
    now,
    kinds: hasPhrase ? ['key', 'phrase'] : ['key'],
    onChosen: (what) => void choose(what),
  });
  const kit = createKitForm(document, {
    texts,
    fileName: kitName,
    make: (password) => take('kit', password),
    tell: (text) => Object.assign(status, { textContent: text }),
    onFailed: (error) => Object.assign(status, { textContent: toText(error, texts) }),
    onLeft: () => leave(),
  });
  // One row has no room for a form, so the page offers no kit in published clients.
  const kitButton = make('button', 'tall', texts.exitKit);
  onSeenPress(kitButton, sight, () => {
    begin.reset();
    status.textContent = '';
    choices.hidden = true;
    kit.element.hidden = false;
    kit.focus();
  });
  choices.append(...begin.buttons, kitButton);
  row.append(copy, hide);
  shown.append(label, value, row);
  main.append(choices, shown, kit.element, status, make('p', 'small', texts.tooSmall));
  main.setAttribute('aria-label', texts.title);
  status.setAttribute('role', 'status');
  value.tabIndex = 0;
  document.title = texts.title;
  document.body.append(main);

  function refresh(): void {
    const isReady = sight.isArmed() && isOpen && !isBusy;
    for (const button of [...begin.buttons, kitButton]) button.disabled = !isReady;
  }

  function blank(): void {
    value.textContent = '';
    label.textContent = '';
    copy.textContent = texts.copy;
    copy.className = 'main';
    shown.hidden = true;
    kit.blank();
    kit.element.hidden = true;
    choices.hidden = false;
  }

  function reveal(what: Shown, text: string): void {
    label.textContent = texts[what];
    value.textContent = text;
    value.setAttribute('aria-label', texts[what]);
    choices.hidden = true;
    shown.hidden = false;
    value.focus({ preventScroll: true });
  }

  async function choose(what: Shown): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    status.textContent = '';
    refresh();
    const taking = sight.staysSeen(settledForMs).then((stayed) => (stayed ? take(what) : null));
    const copying = compact.matches ? copyText(taking) : null;
    try {
      const text = await taking;
      // Shows no secret if the page did not stay in sight after the press, or is hidden or too small by now.
      if (text === null || document.visibilityState === 'hidden' || !isFit()) return;
      reveal(what, text);
      if (copying) tell(await copying);
    } catch (error) {
      status.textContent = toText(error, texts);
    } finally {
      isBusy = false;
      refresh();
    }
  }

  function tell(isCopied: boolean): void {
    if (shown.hidden) return;
    if (isCopied) {
      copy.textContent = texts.copied;
      copy.className = 'done';
      return;
    }
    status.textContent = texts.copyByHand;
    document.getSelection()?.selectAllChildren(value);
  }

  onSeenPress(copy, sight, async () => tell(await copyText(Promise.resolve(value.textContent ?? ''))));
  function leave(): void {
    status.textContent = '';
    blank();
  }

  hide.addEventListener('click', () => {
    leave();
    begin.buttons[0]?.focus({ preventScroll: true });
  });
  blankWhenUnseen(document, blank);
  blank();
  refresh();
  return {
    open() {
      isOpen = true;
      refresh();
    },
  };
}

function createParts(document: Document, texts: typeof exportEn) {
  const make = <T extends keyof HTMLElementTagNameMap>(tag: T, className = '', text = '') =>
    Object.assign(document.createElement(tag), { className, textContent: text });
  const main = make('main');
  const choices = make('div');
  const shown = make('div', 'shown');
  const label = make('span', 'label');
  const value = make('output');
  const copy = make('button', 'main', texts.copy);
  const hide = make('button', '', texts.hide);
  const row = make('div', 'row');
  const status = make('p');
  return { make, main, choices, shown, label, value, copy, hide, row, status };
}

/** Clears the page when it is hidden, so that the next person to look sees no secret. */
function blankWhenUnseen(document: Document, blank: () => void): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') blank();
  });
  addEventListener('pagehide', blank);
}

/** Returns the page's text about a failure. The vault's message is in English, for developers. */
function toText(error: unknown, texts: typeof exportEn): string {
  const code = isRefusal(error) ? error.code : undefined;
  if (code === 'recent_login_required') return texts.loginTooOld;
  // This page cannot ask for a second factor, but the host page can.
  if (code === 'missing_or_invalid_mfa') return texts.verifyAgain;
  return code === 'too_many_requests' ? texts.tooMany : texts.failed;
}
