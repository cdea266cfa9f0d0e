import { logout } from '@latchkey/core';
import { type HostedRequest, sealResult } from '@latchkey/core/hosted';
import type { CrossAppMessage } from '@latchkey/wire';
import type { Context } from '../context.ts';
import { armPanel } from '../page/arm.ts';
import { button, element, fit } from '../page/dom.ts';
import { type Notice, noticeBody, waitRing } from '../page/notice.ts';
import {
  answerOpener,
  failure,
  findOpener,
  notConnected,
  readOnly,
  rejection,
} from '../request/answerOpener.ts';
import { showComeBack, showEnd, showLogin } from '../request/showEnd.ts';
import { drawStrip, titleOf } from './drawStrip.ts';

/** Time for the review of an encrypted request, in ms. */
const waitMs = 120_000;

/** Asks the user to review a request to the wallet, and sends the answer. */
export async function showTransact(
  context: Context,
  hostedRequest: HostedRequest,
  again: () => Promise<void>,
): Promise<void> {
  if (!findOpener()) return showComeBack(context, hostedRequest);
  const { transact: texts, close, useAnother, logIn } = context.language.texts;
  const name = fit(hostedRequest.requester.name);
  const provider = fit(context.provider().name);
  const end = (message: CrossAppMessage) => () => answerOpener(hostedRequest, message);
  const reject = end(rejection);
  const enter = async () => {
    await showLogin(context, hostedRequest, reject);
    await again();
  };
  const change = async () => {
    await logout(context.client);
    await enter();
  };
  const tellLate = () => {
    const action = { label: close, onPress: end(failure(new Error('The request took too long'))) };
    say(
      context,
      hostedRequest,
      { sign: 'clock', title: texts.late, help: texts.lateHelp({ requester: name }), action },
      null,
    );
  };
  const guarded = (act: () => Promise<void>) => () =>
    void act().catch((error) => showEnd(context, error, again));

  switch (hostedRequest.state) {
    case 'login': {
      const action = { label: logIn({ provider }), isMain: true, onPress: guarded(enter) };
      const title = logIn({ provider });
      return say(
        context,
        hostedRequest,
        { sign: 'user', title, help: texts.logInFirst({ provider }), action },
        reject,
      );
    }
    case 'other_user': {
      const action = { label: useAnother, isMain: true, onPress: guarded(change) };
      const help = texts.otherUserHelp({ provider });
      return say(context, hostedRequest, { sign: 'user', title: texts.otherUser, help, action }, reject);
    }
    case 'not_connected': {
      const action = { label: close, onPress: end(notConnected(hostedRequest)) };
      const help = texts.notConnectedHelp({ requester: name });
      return say(
        context,
        hostedRequest,
        { sign: 'link', title: texts.notConnected({ requester: name }), help, action },
        null,
      );
    }
    case 'read_only': {
      const action = { label: close, onPress: end(readOnly) };
      return say(
        context,
        hostedRequest,
        { sign: 'eye', title: texts.readOnly({ requester: name }), help: texts.readOnlyHelp, action },
        null,
      );
    }
    case 'late':
      return tellLate();
    case 'ready':
      return reviewHostedRequest(context, hostedRequest, { reject, tellLate });
  }
}

/** Shows the request for review, and sends the result to the requester. */
async function reviewHostedRequest(
  context: Context,
  hostedRequest: HostedRequest,
  { reject, tellLate }: { reject(): void; tellLate(): void },
): Promise<void> {
  const { texts } = context.language;
  const place = element('div', { class: 'place' });
  const wait = waitRing(texts.loading);
  context.show(
    'wallet-ui',
    drawStrip({ texts, hostedRequest }, reject),
    element('main', { class: 'wallet-ui' }, place, wait),
  );
  // `until` is by this device's clock. The time for an encrypted request starts only now.
  const leftMs = hostedRequest.by === 'sealed' ? waitMs : hostedRequest.until - Date.now();
  if (leftMs <= 0) return tellLate();
  let isLate = false;
  const timer = window.setTimeout(() => {
    isLate = true;
    disarm();
    context.closeWalletUi();
    tellLate();
  }, leftMs);
  let disarm = armPanel(place);
  try {
    const walletUi = await context.openWalletUi(place);
    walletUi.onceOpen(() => {
      wait.remove();
      disarm();
      disarm = armPanel(place);
    });
    const result = await walletUi.review(hostedRequest, titleOf(texts, hostedRequest));
    const { sealKey: key } = hostedRequest;
    const answer = key ? await sealResult({ key, result }) : { result };
    answerOpener(hostedRequest, { type: 'PRIVY_CROSS_APP_ACTION_RESPONSE', ...answer });
  } catch (error) {
    // The time limit closed the screens. The button of the notice that replaces them answers the requester.
    if (isLate) return;
    const { code } = error as { code?: unknown };
    const isNo = typeof code === 'string' && (code === 'user_rejected_request' || code.startsWith('exited'));
    answerOpener(hostedRequest, isNo ? rejection : failure(error));
  } finally {
    window.clearTimeout(timer);
    disarm();
  }
}

/** Shows a notice instead of the review. */
function say(
  context: Context,
  hostedRequest: HostedRequest,
  notice: Notice,
  onCancel: (() => void) | null,
): void {
  const { action } = notice;
  const body = noticeBody(notice);
  if (action) {
    const main = button(action.label, action.isMain ? 'primary' : 'second', action.onPress);
    body.append(element('div', { class: 'space' }), main);
  }
  const strip = drawStrip({ texts: context.language.texts, hostedRequest }, onCancel);
  context.show('wallet-ui', strip, element('main', { class: 'wallet-ui' }, body));
}
