import { screensCss } from '../screens/index.ts';
import { accentCss, uiCss } from '../ui/index.ts';
import { wallEvents } from './eventWall.ts';
import { shellCss } from './shell.css.ts';

export interface Host {
  readonly element: HTMLElement;
  readonly ground: HTMLElement;
  /**
   * Element in the page's own tree for a captcha's widget, which does not work in a shadow root. Screens show it with
   * a `<slot>`.
   */
  readonly captchaPlace: HTMLElement;
  setLook(look: { theme: 'light' | 'dark' | 'system'; accent: string }): void;
  /** Sets the modal's language, independent of the page's. */
  setLanguage(language: { tag: string; direction: 'ltr' | 'rtl' }): void;
}

const sheets = new WeakMap<Document, CSSStyleSheet>();

/**
 * Sets an element up as the modal's host: an open shadow root with the modal's style sheets, and listeners that keep
 * events inside. Constructed style sheets do not need `unsafe-inline` in the page's policy.
 */
export function furnishHost(element: HTMLElement): Host {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  const accent = new CSSStyleSheet();
  root.adoptedStyleSheets = [sheetOf(element.ownerDocument), accent];
  const ground = element.ownerDocument.createElement('div');
  ground.className = 'ground';
  root.replaceChildren(ground);
  const captchaPlace = element.ownerDocument.createElement('div');
  captchaPlace.slot = 'captcha';
  element.append(captchaPlace);
  wallEvents(element);
  return {
    element,
    ground,
    captchaPlace,
    setLanguage({ tag, direction }) {
      ground.lang = tag;
      ground.dir = direction;
    },
    setLook(look) {
      element.dataset.theme = look.theme;
      accent.replaceSync(accentCss(look.accent));
    },
  };
}

/**
 * Keeps the modal's host visible and interactive while a dialog of the host page hides everything else. Radix and
 * others set `aria-hidden`. React Aria makes new elements inert, except those with the mark of its own toasts. It
 * treats presses inside an element with that mark as presses inside its own dialog.
 */
export function keepShown(element: HTMLElement): void {
  element.dataset.reactAriaTopLayer = 'true';
  const hiding = ['aria-hidden', 'inert'];
  const show = () => {
    for (const name of hiding) if (element.hasAttribute(name)) element.removeAttribute(name);
  };
  new MutationObserver(show).observe(element, { attributes: true, attributeFilter: hiding });
}

function sheetOf(document: Document): CSSStyleSheet {
  const known = sheets.get(document);
  if (known) return known;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync([uiCss, screensCss, shellCss].join('\n'));
  sheets.set(document, sheet);
  return sheet;
}
