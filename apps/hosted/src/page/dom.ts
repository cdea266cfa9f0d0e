import { toPlainLine } from '@latchkey/wire';

type Child = Node | string | null;

/** Makes an element. Texts become text nodes: whatever a name holds, it is never read as markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A button. It heeds presses of the person alone, and no script's. */
export function button(
  label: string,
  kind: 'primary' | 'second' | 'link' | 'danger',
  onPress: () => void,
): HTMLButtonElement {
  const made = element('button', { type: 'button', class: kind }, label);
  made.addEventListener('click', (event) => {
    if (event.isTrusted) onPress();
  });
  return made;
}

const longestName = 40;

/**
 * A name of an app's or a person's, fit to be shown: one line, not too long, and without marks that turn the words around
 * it. Threat: an app whose name reads as a part of our sentence.
 */
export function fit(name: string): string {
  const plain = toPlainLine(name);
  const letters = [...plain];
  const short = letters.length > longestName ? `${letters.slice(0, longestName - 1).join('')}…` : plain;
  const isTurned = /[\u0590-\u08ff\ufb1d-\ufefc]/.test(short) || document.documentElement.dir === 'rtl';
  return isTurned ? `\u2068${short}\u2069` : short;
}

/** A wallet's address, its ends. */
export const shorten = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;

/** An origin in full, with the part that tells whose it is in bold. */
export function originLine(origin: string): HTMLElement {
  const { host } = new URL(origin);
  const [before = '', after = ''] = origin.split(host);
  return element('bdi', { class: 'origin', dir: 'ltr' }, before, element('b', {}, host), after);
}
