import type { HostedRequest } from '@latchkey/core/hosted';
import { button, element, fit, originLine } from '../page/dom.ts';
import { type IconName, icon } from '../page/icons.ts';
import { type AppMark, marks } from '../page/marks.ts';
import type { Texts } from '../page/texts/index.ts';

export interface ConnectView {
  readonly texts: Texts;
  /** BCP 47 language tag, for dates. */
  readonly tag: string;
  readonly provider: AppMark;
  readonly hostedRequest: Pick<HostedRequest, 'requester' | 'scope' | 'isFirst' | 'connectionUntil'>;
  /** Name of the user's account. Null if the user must log in first. */
  readonly account: string | null;
  /** True if the user must create a wallet before they can agree. */
  readonly needsWallet: boolean;
}

export interface ConnectOperations {
  allow(): void;
  cancel(): void;
  logIn(): void;
  createWallet(): void;
  useAnother(): void;
}

/** The page, and its primary button. */
export interface DrawnConnect {
  readonly card: HTMLElement;
  readonly main: HTMLButtonElement;
}

/** Draws a requester's request. */
export function drawConnect(view: ConnectView, operations: ConnectOperations): DrawnConnect {
  const { account, hostedRequest, needsWallet, provider, texts } = view;
  const [requesterName, providerName] = [fit(hostedRequest.requester.name), fit(provider.name)];
  const isKnown = account !== null && !hostedRequest.isFirst && !needsWallet;
  const title =
    isKnown && account
      ? texts.connect.continueAs({ requester: requesterName, name: fit(account) })
      : texts.connect.title({ requester: requesterName, provider: providerName });
  const head = element(
    'div',
    { class: 'head' },
    element('h1', { tabindex: '-1' }, title),
    originLine(hostedRequest.requester.origin),
    isKnown
      ? element('p', { class: 'muted small' }, texts.connect.goesOn({ requester: requesterName }))
      : null,
  );
  const main =
    account === null
      ? button(texts.logIn({ provider: providerName }), 'primary', operations.logIn)
      : needsWallet
        ? button(texts.connect.createWallet, 'primary', operations.createWallet)
        : button(isKnown ? texts.continue : texts.allow, 'primary', operations.allow);
  const help =
    account === null
      ? texts.connect.logInFirst({ provider: providerName, requester: requesterName })
      : needsWallet
        ? texts.connect.needsWallet({ provider: providerName })
        : null;
  const card = element(
    'main',
    { class: 'card' },
    marks({ name: hostedRequest.requester.name, logoUrl: hostedRequest.requester.logoUrl }, provider),
    head,
    account === null || needsWallet ? null : permissions(view, requesterName),
    account === null ? null : accountRow(view, account, operations),
    element('div', { class: 'space' }),
    element(
      'div',
      { class: 'foot' },
      help === null ? null : element('p', { class: 'muted small' }, help),
      main,
      button(texts.cancel, 'second', operations.cancel),
    ),
  );
  return { card, main };
}

function permissions({ hostedRequest, tag, texts }: ConnectView, requester: string): HTMLElement {
  const line = (name: IconName, text: string) => element('li', {}, icon(name), element('span', {}, text));
  const until = new Intl.DateTimeFormat(tag, { dateStyle: 'long' }).format(hostedRequest.connectionUntil);
  return element(
    'div',
    { class: 'group' },
    element('p', {}, texts.connect.allows({ requester })),
    element(
      'ul',
      {},
      line('eye', texts.connect.seeAddresses),
      hostedRequest.scope === 'transact' ? line('pen', texts.connect.requestSignatures) : null,
      line('clock', texts.connect.until({ date: until })),
    ),
  );
}

function accountRow({ texts }: ConnectView, account: string, operations: ConnectOperations): HTMLElement {
  return element(
    'div',
    { class: 'account' },
    element(
      'span',
      {},
      element('span', { class: 'muted small' }, texts.account),
      element('bdi', { translate: 'no' }, account),
    ),
    button(texts.useAnother, 'link', operations.useAnother),
  );
}
