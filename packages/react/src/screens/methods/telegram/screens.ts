import { ServiceError } from '@latchkey/wire';
import { lazyView } from '../../../ui/index.ts';
import { defineScreen } from '../../screen.ts';
import type { TelegramExits, TelegramProps } from './TelegramView.tsx';

/** What speaks to Telegram: loaded when an app has it on. @throws ServiceError `network_error` */
export const loadTelegram = () =>
  import('@latchkey/core/telegram').catch((cause: unknown) => {
    throw new ServiceError('network_error', { cause });
  });

export const telegramScreen = defineScreen<TelegramProps, TelegramExits>({
  name: 'TELEGRAM_AUTH_SCREEN',
  height: 'compact',
  header: { back: 'back' },
  showsAtOnce: true,
  View: lazyView(async () => (await import('./TelegramView.tsx')).TelegramView),
});
