import { button, element } from './dom.ts';
import { type IconName, icon } from './icons.ts';

/** Message of a page without a decision. */
export interface Notice {
  readonly sign: IconName;
  readonly title: string;
  readonly help: string;
  readonly action?: { readonly label: string; readonly isMain?: boolean; onPress(): void };
}

/** Draws a notice without its button. */
export function noticeBody({ sign, title, help }: Notice): HTMLElement {
  return element(
    'div',
    { class: 'notice', role: 'status' },
    element('span', { class: 'sign' }, icon(sign)),
    element('h1', { tabindex: '-1' }, title),
    element('p', { class: 'muted' }, help),
  );
}

export function noticeCard(notice: Notice): HTMLElement {
  const { action } = notice;
  const foot = action
    ? element(
        'div',
        { class: 'foot' },
        button(action.label, action.isMain ? 'primary' : 'second', action.onPress),
      )
    : null;
  return element('main', { class: 'card' }, noticeBody(notice), foot);
}

/** Draws a placeholder, whose ring is visible only if loading takes noticeably long. */
export function waitCard(label: string): HTMLElement {
  const heading = element('h1', { class: 'hidden', tabindex: '-1' }, label);
  return element('main', { class: 'card' }, heading, waitRing(label));
}

export function waitRing(label: string): HTMLElement {
  return element(
    'div',
    { class: 'wait', role: 'status', 'aria-label': label },
    element('span', { class: 'ring' }),
  );
}
