import { lazyView } from '../../../ui/index.ts';
import { defineScreen } from '../../screen.ts';
import type { InAppExits, InAppProps } from './InAppView.tsx';
import type { OAuthExits, OAuthProps } from './OAuthView.tsx';

const views = () => import('./views.ts');

export const oauthScreen = defineScreen<OAuthProps, OAuthExits>({
  name: 'AWAITING_OAUTH_SCREEN',
  height: 'compact',
  header: {},
  showsAtOnce: true,
  // A login that the person walked away from must not finish behind their back.
  onClose: ({ step, error }, { client }) => {
    if (step === 'finish' && !error)
      void import('@latchkey/core/oauth').then((room) => room.leaveOAuth(client));
  },
  View: lazyView(async () => (await views()).OAuthView),
});

export const inAppScreen = defineScreen<InAppProps, InAppExits>({
  name: 'IN_APP_BROWSER_LOGIN_NOT_POSSIBLE',
  height: 'compact',
  header: { back: 'back' },
  View: lazyView(async () => (await views()).InAppView),
});
