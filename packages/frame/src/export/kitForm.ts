import { kitPasswordLength } from '../kit/exitKit.ts';
import type { exportEn } from './generated/en.ts';

/** Form that makes an exit kit: a password twice, then the file. */
export interface KitForm {
  readonly element: HTMLElement;
  /** Clears the password fields and revokes the URL of the file that waits to be saved. */
  blank(): void;
  focus(): void;
}

interface Given {
  readonly texts: typeof exportEn;
  readonly fileName: string;
  readonly make: (password: string) => Promise<string>;
  /** Shows a message to the user; the empty text clears it. */
  readonly tell: (text: string) => void;
  readonly onFailed: (error: unknown) => void;
  readonly onLeft: () => void;
}

/** Creates the form. The user types the password on the service's own page, where no other origin sees it. */
export function createKitForm(document: Document, given: Given): KitForm {
  const { texts, tell } = given;
  const element = document.createElement('div');
  const create = <T extends keyof HTMLElementTagNameMap>(tag: T, text = '', className = '') =>
    Object.assign(document.createElement(tag), { textContent: text, className });
  const hint = create('p', texts.kitHint);
  const [first, second] = [texts.password, texts.repeat].map((name) => {
    const field = create('input');
    Object.assign(field, { type: 'password', autocomplete: 'new-password', placeholder: name });
    field.setAttribute('aria-label', name);
    return field;
  }) as [HTMLInputElement, HTMLInputElement];
  const make = create('button', texts.makeKit, 'main');
  const leave = create('button', texts.cancel);
  const save = create('a', texts.saveFile, 'button main');
  const row = create('div', '', 'row');
  row.append(make, save, leave);
  element.append(hint, first, second, row);
  let visits = 0;

  function show(isReady: boolean): void {
    for (const part of [first, second, make]) part.hidden = isReady;
    save.hidden = !isReady;
    hint.textContent = isReady ? texts.kitReady : texts.kitHint;
  }

  function blank(): void {
    visits += 1;
    first.value = '';
    second.value = '';
    if (save.href) URL.revokeObjectURL(save.href);
    save.removeAttribute('href');
    make.disabled = false;
    show(false);
  }

  make.addEventListener('click', async () => {
    const password = first.value;
    if (password.length < kitPasswordLength) return tell(texts.tooShort);
    if (password !== second.value) return tell(texts.notSame);
    const visit = visits;
    make.disabled = true;
    tell(texts.working);
    try {
      const text = await given.make(password);
      if (visit !== visits) return;
      tell('');
      // The user saves the file with a separate press: some browsers refuse a download long after a press.
      save.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
      save.download = given.fileName;
      show(true);
      save.focus({ preventScroll: true });
    } catch (error) {
      given.onFailed(error);
    } finally {
      make.disabled = false;
    }
  });
  leave.addEventListener('click', () => {
    blank();
    given.onLeft();
  });
  blank();
  return { element, blank, focus: () => first.focus({ preventScroll: true }) };
}
