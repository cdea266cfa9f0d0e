import { loadTelegram } from '@latchkey/core';
import type { TelegramData } from '@latchkey/wire';
import { useEffect } from 'react';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import type { MethodEntryProps } from '../methodScreens.ts';
import { BrandEntry } from '../social/BrandEntry.tsx';

/** What the landing's row of Telegram leads to. */
export interface TelegramStarts {
  /** Telegram has signed who the person is. */
  telegram: { data: TelegramData };
}

/**
 * The landing's row of Telegram. Its script is loaded as the row appears, so that the press opens the popup at once. A
 * start that fails is logged, and the row can be pressed again (TELE-05).
 */
export function TelegramEntry({ badge, exit }: MethodEntryProps<TelegramStarts>) {
  const { client } = useServices();
  const { run, status } = useTask({
    async work() {
      const telegram = await loadTelegram();
      await telegram.loadTelegramScript(client);
      return telegram.initLoginWithTelegram(client);
    },
    onDone: (data) => exit('telegram', { data }),
    onFailed(error) {
      // biome-ignore lint/suspicious/noConsole: the developer's: a script that the page's policy blocks shows nowhere else
      console.warn(`[latchkey] ${error.message} (${error.docs})`);
    },
  });
  useEffect(() => {
    const prepare = async () => (await loadTelegram()).loadTelegramScript(client);
    prepare().catch(() => undefined);
  }, [client]);
  return (
    <BrandEntry
      badge={badge}
      brand="telegram"
      busy={status === 'running' || status === 'done'}
      onPress={run}
    />
  );
}
