import type { ConnectedApp } from '@latchkey/core';
import { button, element, fit, originLine } from '../page/dom.ts';
import { mark } from '../page/marks.ts';
import { noticeBody } from '../page/notice.ts';
import type { Texts } from '../page/texts/index.ts';

export interface ConnectionsView {
  readonly texts: Texts;
  /** BCP 47 language tag, for dates. */
  readonly tag: string;
  readonly provider: string;
  readonly apps: readonly ConnectedApp[];
}

/** Draws the list of connected apps. To disconnect one, the user clicks its button, then the one that replaces it. */
export function drawConnections(view: ConnectionsView, end: (app: ConnectedApp) => void): HTMLElement {
  const { apps, provider, texts } = view;
  if (apps.length === 0) {
    const { none: title, noneHelp: help } = texts.connections;
    return element('main', { class: 'card' }, noticeBody({ sign: 'link', title, help }));
  }
  return element(
    'main',
    { class: 'card' },
    element('h1', { tabindex: '-1' }, texts.connections.title),
    element('p', { class: 'muted' }, texts.connections.help({ provider: fit(provider) })),
    element('ul', { class: 'apps' }, ...apps.map((app) => row(view, app, () => end(app)))),
  );
}

function row({ tag, texts: { connections: texts } }: ConnectionsView, app: ConnectedApp, onEnd: () => void) {
  const { requester } = app;
  const dates = new Intl.DateTimeFormat(tag, { dateStyle: 'medium' });
  const name = element('b', {}, fit(requester.name));
  const first = button(texts.end, 'link', () => {
    const second = button(texts.confirmEnd, 'danger', () => {
      second.disabled = true;
      onEnd();
    });
    first.replaceWith(second);
    second.focus();
  });
  first.setAttribute('aria-label', `${texts.end}: ${fit(requester.name)}`);
  const facts = [
    app.readOnly ? texts.readOnly : texts.transact,
    texts.since({ date: dates.format(app.createdAt) }),
    app.usedAt === null ? texts.neverUsed : texts.used({ date: dates.format(app.usedAt) }),
    texts.until({ date: dates.format(app.expiresAt) }),
  ];
  return element(
    'li',
    {},
    mark({ name: requester.name, logoUrl: requester.logoUrl }),
    name,
    first,
    element('p', {}, originLine(requester.origin)),
    element('p', {}, facts.join(' · ')),
  );
}
