import { lazyScreen } from '../../screen.ts';
import type { MethodScreens } from '../methodScreens.ts';
import { PasskeyLinks } from './PasskeyLinks.tsx';

export const passkeyMethod = {
  Links: PasskeyLinks,
  screens: {
    AWAITING_PASSKEY_SYSTEM_DIALOGUE: lazyScreen(
      async () => (await import('./PasskeyLoginView.tsx')).PasskeyLoginView,
      { header: { back: 'back' } },
    ),
    LINK_PASSKEY_SCREEN: lazyScreen(async () => (await import('./LinkPasskeyView.tsx')).LinkPasskeyView),
  },
  loadConfirm: async () => (await import('./confirm.ts')).confirmByPasskey,
} as const satisfies MethodScreens;
