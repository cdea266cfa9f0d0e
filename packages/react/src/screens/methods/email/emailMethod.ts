import { lazyScreen } from '../../screen.ts';
import type { MethodScreens } from '../methodScreens.ts';
import { EmailEntry } from './EmailEntry.tsx';

const views = async () => (await import('../../changes/AccountView.tsx')).accountViews;

export const emailMethod = {
  Entry: EmailEntry,
  screens: {
    LINK_EMAIL_SCREEN: lazyScreen(async () => (await views()).link.email),
    UPDATE_EMAIL_SCREEN: lazyScreen(async () => (await views()).update.email),
  },
  loadConfirm: async () => (await import('./confirm.ts')).confirmByEmail,
} as const satisfies MethodScreens;
