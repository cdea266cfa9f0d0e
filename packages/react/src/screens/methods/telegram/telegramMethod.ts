import { lazyScreen } from '../../screen.ts';
import type { MethodScreens } from '../methodScreens.ts';
import { findTelegramOpening } from './findTelegramOpening.ts';
import { TelegramEntry } from './TelegramEntry.tsx';

export const telegramMethod = {
  Entry: TelegramEntry,
  screens: {
    TELEGRAM_AUTH_SCREEN: lazyScreen(async () => (await import('./TelegramView.tsx')).TelegramView, {
      header: { back: 'back' },
      showsAtOnce: true,
    }),
  },
  loadConfirm: async () => (await import('./confirm.ts')).confirmWithBot,
  findReturn: findTelegramOpening,
} as const satisfies MethodScreens;
