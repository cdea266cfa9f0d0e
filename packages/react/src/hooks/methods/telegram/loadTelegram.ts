import { ServiceError } from '@latchkey/wire';

/** Loads what a page without Telegram never needs. @throws ServiceError `network_error` */
export const loadTelegram = () =>
  import('@latchkey/core/telegram').catch((cause: unknown) => {
    throw new ServiceError('network_error', { cause });
  });
