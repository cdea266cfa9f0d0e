import { loadOAuth } from '@latchkey/core';
import { lazyScreen } from '../../screen.ts';
import type { MethodScreens } from '../methodScreens.ts';
import { findProviderReturn } from './findProviderReturn.ts';
import { SocialEntry } from './SocialEntry.tsx';

export const socialMethod = {
  Entry: SocialEntry,
  screens: {
    AWAITING_OAUTH_SCREEN: lazyScreen(async () => (await import('./OAuthView.tsx')).OAuthView, {
      showsAtOnce: true,
      // Drops the provider's result, because a user who left must not be logged in.
      onClose: ({ step, error }, { client }) => {
        if (step === 'finish' && !error) void loadOAuth().then((module) => module.leaveOAuth(client));
      },
    }),
    IN_APP_BROWSER_LOGIN_NOT_POSSIBLE: lazyScreen(async () => (await import('./InAppView.tsx')).InAppView, {
      header: { back: 'back' },
    }),
  },
  loadConfirm: async () => (await import('./confirm.ts')).confirmAtProvider,
  findReturn: findProviderReturn,
} as const satisfies MethodScreens;
