import { isCode, listWallets, logout, needsWallet, parseUrl } from '@latchkey/core';
import { answerHostedRequest, type HostedRequest } from '@latchkey/core/hosted';
import { accountName } from '../accountName.ts';
import type { Context } from '../context.ts';
import { arm } from '../page/arm.ts';
import { element } from '../page/dom.ts';
import { answerOpener, failure, findOpener, rejection } from '../request/answerOpener.ts';
import { dropHostedRequest } from '../request/keepHostedRequest.ts';
import { showComeBack, showEnd, showLogin } from '../request/showEnd.ts';
import { drawStrip } from '../transact/drawStrip.ts';
import { drawConnect } from './drawConnect.ts';

/** Asks the user whether to connect a requester, and sends the answer. */
export async function showConnect(
  context: Context,
  hostedRequest: HostedRequest,
  again: () => Promise<void>,
): Promise<void> {
  const { client, language } = context;
  if (hostedRequest.by !== 'redirect' && !findOpener()) return showComeBack(context, hostedRequest);
  const { user } = client.getState();
  const account = hostedRequest.state === 'ready' && user ? accountName(user) : null;
  const hasWallet = listWallets(client).some(({ chainType }) => chainType === 'ethereum');
  // Without a wallet, the requester can use a connection to log the user in, but not to request signatures. A request
  // by redirect may get such a connection if the app does not create wallets at login.
  const isWanted = hostedRequest.by !== 'redirect' || needsWallet(client.getState());
  let isBusy = false;

  /** Runs only the first action on the page. If it fails, starts again for an expired login, and else shows why. */
  const once = (act: () => Promise<void>) => async () => {
    if (isBusy) return;
    isBusy = true;
    stop();
    main.disabled = true;
    try {
      await act();
    } catch (error) {
      if (isCode(error, 'missing_or_invalid_token') || isCode(error, 'must_be_authenticated')) await again();
      else showEnd(context, error, again);
    }
  };
  /** Sends the user's rejection. */
  const leave = async () => {
    if (hostedRequest.by !== 'redirect') return answerOpener(hostedRequest, rejection);
    await answerHostedRequest(client, { handle: hostedRequest.handle, allow: false }).then(
      (reply) => goBack(hostedRequest, reply),
      () => window.close(),
    );
  };
  const cancel = once(leave);
  const logIn = async () => {
    await showLogin(context, hostedRequest, () => void leave());
    await again();
  };
  const { card, main } = drawConnect(
    {
      texts: language.texts,
      tag: language.tag,
      provider: context.provider(),
      hostedRequest,
      account,
      needsWallet: account !== null && isWanted && !hasWallet,
    },
    {
      allow: once(async () =>
        goBack(
          hostedRequest,
          await answerHostedRequest(client, { handle: hostedRequest.handle, allow: true }),
        ),
      ),
      cancel,
      logIn: once(logIn),
      createWallet: once(async () => {
        const place = element('div', { class: 'place' });
        const strip = drawStrip({ texts: language.texts, hostedRequest }, () => void leave());
        context.show('wallet-ui', strip, element('main', { class: 'wallet-ui' }, place));
        const walletUi = await context.openWalletUi(place);
        await walletUi.createWallet().catch(() => undefined); // a user who left without a wallet is asked again
        context.closeWalletUi();
        await again();
      }),
      useAnother: once(async () => {
        await logout(client);
        await logIn();
      }),
    },
  );
  const disarm = arm(main);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && event.isTrusted) void cancel();
  };
  function stop(): void {
    disarm();
    window.removeEventListener('keydown', onKey);
  }
  window.addEventListener('keydown', onKey);
  context.show('card', card);
}

/**
 * Leaves the page with the answer. A wrong reply of the service could send the answer to another site, so this function
 * compares the target with the requester's origin, which the page has shown to the user.
 */
function goBack(hostedRequest: HostedRequest, reply: Awaited<ReturnType<typeof answerHostedRequest>>): void {
  if ('message' in reply) {
    const isTheirs = reply.origin === hostedRequest.requester.origin;
    answerOpener(
      hostedRequest,
      isTheirs ? reply.message : failure(new Error('The answer is for another page')),
    );
    return;
  }
  const { redirect_to: to } = reply;
  dropHostedRequest();
  if (parseUrl(to)?.origin === hostedRequest.requester.origin && /^https?:/.test(to)) {
    window.location.replace(to);
  } else window.close();
}
