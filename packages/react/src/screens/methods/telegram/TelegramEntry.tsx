import { loadTelegram } from '@latchkey/core';
import type { TelegramData } from '@latchkey/wire';
import { useEffect } from 'react';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import type { MethodEntryProps } from '../methodScreens.ts';
import { BrandEntry } from '../social/BrandEntry.tsx';

export interface TelegramStarts {
  /** Telegram has signed the user's data. */
  telegram: { data: TelegramData };
}

/**
 * Row for Telegram on the landing screen. Its script loads when the row appears, so that the click can open the popup.
 * A failed start is logged, and the row can be clicked again (TELE-05).
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
      // biome-ignore lint/suspicious/noConsole: nothing else shows the developer that, for example, the page's policy blocks the script.
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
