import { screensCss } from '../screens/index.ts';
import { accentCss, uiCss } from '../ui/index.ts';
import { wallEvents } from './eventWall.ts';
import { shellCss } from './shell.css.ts';

export interface Host {
  readonly element: HTMLElement;
  /** Where the modal's React root goes. */
  readonly ground: HTMLElement;
  /** In the page's own tree, for a captcha's widget, which works nowhere else; screens show it by a `<slot>`. */
  readonly captchaPlace: HTMLElement;
  setLook(look: { theme: 'light' | 'dark' | 'system'; accent: string }): void;
  /** The language is the modal's own, whatever the page's is. */
  setLanguage(language: { tag: string; direction: 'ltr' | 'rtl' }): void;
}

const sheets = new WeakMap<Document, CSSStyleSheet>();

/**
 * Furnishes an element as the modal's host: an open shadow root with the modal's own style sheets and a wall against
 * events. Constructed style sheets need no `unsafe-inline` of the page's policy.
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
 * Keeps a dialog's host as it is while dialogs of the host's page hide whatever they do not know: Radix and others set
 * `aria-hidden` on it, React Aria makes it inert as soon as it is there, unless it bears the mark of its own toasts, for
 * which it also takes presses inside for its own.
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
