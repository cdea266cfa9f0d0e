import type { HostedRequest } from '@latchkey/core/hosted';
import { button, element, fit, originLine, shorten } from '../page/dom.ts';
import { mark } from '../page/marks.ts';
import type { Texts } from '../page/texts/index.ts';

export interface StripView {
  readonly texts: Texts;
  readonly hostedRequest: Pick<HostedRequest, 'kind' | 'requester' | 'request'>;
}

export function drawStrip({ hostedRequest, texts }: StripView, onCancel: (() => void) | null): HTMLElement {
  const { requester, request } = hostedRequest;
  return element(
    'header',
    { class: 'strip' },
    element(
      'div',
      {},
      mark({ name: requester.name, logoUrl: requester.logoUrl }),
      element('h1', { tabindex: '-1' }, titleOf(texts, hostedRequest)),
      onCancel === null ? element('span') : button(texts.cancel, 'link', onCancel),
      element(
        'p',
        {},
        originLine(requester.origin),
        request?.address
          ? element('code', { title: request.address, translate: 'no' }, shorten(request.address))
          : null,
      ),
    ),
  );
}

export function titleOf(texts: Texts, { kind, requester, request }: StripView['hostedRequest']): string {
  const name = fit(requester.name);
  if (kind === 'connect') return texts.connect.continueTo({ requester: name });
  const isTransaction = request?.method.endsWith('Transaction') ?? false;
  return isTransaction
    ? texts.transact.transaction({ requester: name })
    : texts.transact.signature({ requester: name });
}
