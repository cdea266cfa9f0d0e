import { toPlainLine } from '@latchkey/wire';

type Child = Node | string | null;

/** Creates an element. Strings among `children` become text nodes, so a name is not parsed as markup. */
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

/** Creates a button that ignores clicks that a script dispatches. */
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
/** Unicode ranges that contain the letters of right-to-left scripts, and a few other characters. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Prepares an app's or user's name for display. A malicious app could choose a name that reorders the text around it or
 * pushes it out of sight. The name becomes one line of at most 40 characters without direction controls of its own, and
 * is isolated if it has right-to-left letters or the page runs from right to left.
 */
export function fit(name: string): string {
  const plain = toPlainLine(name);
  const letters = [...plain];
  const short = letters.length > longestName ? `${letters.slice(0, longestName - 1).join('')}…` : plain;
  const isTurned = rightToLeft.test(short) || document.documentElement.dir === 'rtl';
  return isTurned ? `\u2068${short}\u2069` : short;
}

export const shorten = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;

/** Draws a whole origin, with the host in bold. */
export function originLine(origin: string): HTMLElement {
  const { host, protocol } = new URL(origin);
  const bold = element('b', {}, host);
  return element('bdi', { class: 'origin', dir: 'ltr', translate: 'no' }, `${protocol}//`, bold);
}
