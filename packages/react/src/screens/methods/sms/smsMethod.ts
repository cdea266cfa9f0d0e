import { lazyScreen } from '../../screen.ts';
import type { MethodScreens } from '../methodScreens.ts';
import { SmsEntry } from './SmsEntry.tsx';

const views = async () => (await import('../../changes/AccountView.tsx')).accountViews;

export const smsMethod = {
  Entry: SmsEntry,
  screens: {
    LINK_PHONE_SCREEN: lazyScreen(async () => (await views()).link.sms),
    UPDATE_PHONE_SCREEN: lazyScreen(async () => (await views()).update.sms),
  },
  loadConfirm: async () => (await import('./confirm.ts')).confirmBySms,
} as const satisfies MethodScreens;
