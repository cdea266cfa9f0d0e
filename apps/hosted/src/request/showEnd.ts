import { isCode } from '@latchkey/core';
import type { HostedRequest } from '@latchkey/core/hosted';
import type { Context } from '../context.ts';
import { element, fit } from '../page/dom.ts';
import { noticeCard, waitRing } from '../page/notice.ts';
import { drawStrip } from '../transact/drawStrip.ts';

/** Shows why the request cannot be handled here. */
export function showEnd(context: Context, error: unknown, again: (() => Promise<void>) | null): void {
  const { ended, close, tryAgain } = context.language.texts;
  const leave = { label: close, onPress: () => window.close() };
  const isPassing = ['network_error', 'client_request_timeout', 'service_unavailable', 'too_many_requests'];
  if (again && isCode(error) && isPassing.includes(error.code)) {
    const isOffline = isCode(error, 'network_error') || isCode(error, 'client_request_timeout');
    context.show(
      'card',
      noticeCard({
        sign: 'stop',
        title: isOffline ? ended.offline : ended.unavailable,
        help: isOffline ? ended.offlineHelp : ended.unavailableHelp,
        action: { label: tryAgain, isMain: true, onPress: () => void again() },
      }),
    );
    return;
  }
  const [title, help, sign] = isCode(error, 'not_supported')
    ? ([ended.refused, ended.refusedHelp, 'stop'] as const)
    : isCode(error, 'app_not_found') || isCode(error, 'app_disabled') || isCode(error, 'origin_not_allowed')
      ? ([ended.unavailable, ended.unavailableHelp, 'stop'] as const)
      : ([ended.expired, ended.expiredHelp, 'clock'] as const);
  context.show('card', noticeCard({ sign, title, help, action: leave }));
}

/** Tells the user to go back, because the requesting window is not reachable. */
export function showComeBack(context: Context, { requester }: HostedRequest): void {
  const { ended, close } = context.language.texts;
  context.show(
    'card',
    noticeCard({
      sign: 'link',
      title: ended.comeBack({ requester: fit(requester.name) }),
      help: ended.comeBackHelp,
      action: { label: close, onPress: () => window.close() },
    }),
  );
}

/** Shows the login below the requester's name. Resolves once a user is logged in. */
export async function showLogin(
  context: Context,
  hostedRequest: HostedRequest,
  onCancel: () => void,
): Promise<void> {
  const place = element('div', { class: 'place' });
  const wait = waitRing(context.language.texts.loading);
  const strip = drawStrip({ texts: context.language.texts, hostedRequest }, onCancel);
  context.show('wallet-ui', strip, element('main', { class: 'wallet-ui' }, place, wait));
  const walletUi = await context.openWalletUi(place);
  walletUi.onceOpen(() => wait.remove());
  await walletUi.logIn();
  context.closeWalletUi();
}
