import { endConnectedApp, listConnectedApps } from '@latchkey/core';
import type { Context } from '../context.ts';
import { element, fit } from '../page/dom.ts';
import { noticeCard, waitCard, waitRing } from '../page/notice.ts';
import { showEnd } from '../request/showEnd.ts';
import { drawConnections } from './drawConnections.ts';

export async function showConnections(context: Context): Promise<void> {
  const { client, language } = context;
  const { texts } = language;
  const provider = fit(context.provider().name);
  const { authenticated, isFactorPending } = client.getState();
  if (!authenticated || isFactorPending) {
    const { connections, logIn } = texts;
    const action = { label: logIn({ provider }), isMain: true, onPress: () => void enter() };
    const help = connections.logInFirst({ provider });
    return context.show('card', noticeCard({ sign: 'user', title: connections.title, help, action }));
  }
  context.show('card', waitCard(texts.loading));
  const draw = async (): Promise<void> => {
    try {
      const apps = await listConnectedApps(client);
      const card = drawConnections({ texts, tag: language.tag, provider, apps }, ({ id }) => {
        void endConnectedApp(client, { id })
          .catch(() => undefined) // the reloaded list shows the result
          .then(draw);
      });
      context.show('card', card);
    } catch (error) {
      showEnd(context, error, draw);
    }
  };
  await draw();

  async function enter(): Promise<void> {
    const place = element('div', { class: 'place' });
    const wait = waitRing(texts.loading);
    context.show('wallet-ui', element('main', { class: 'wallet-ui' }, place, wait));
    const walletUi = await context.openWalletUi(place);
    walletUi.onceOpen(() => wait.remove());
    await walletUi.logIn();
    context.closeWalletUi();
    await showConnections(context);
  }
}
