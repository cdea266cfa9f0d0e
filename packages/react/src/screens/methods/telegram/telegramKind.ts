import { lazyScreen } from '../../screen.ts';
import type { MethodKind } from '../kind.ts';
import { findTelegramOpening } from './findTelegramOpening.ts';
import { TelegramEntry } from './TelegramEntry.tsx';

export const telegramKind = {
  Entry: TelegramEntry,
  screens: {
    TELEGRAM_AUTH_SCREEN: lazyScreen(async () => (await import('./TelegramView.tsx')).TelegramView, {
      header: { back: 'back' },
      showsAtOnce: true,
    }),
  },
  loadConfirm: async () => (await import('./confirm.ts')).confirmWithBot,
  findReturn: findTelegramOpening,
} as const satisfies MethodKind;
