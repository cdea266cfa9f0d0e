import { type LatchkeyClient, loadTelegram } from '@latchkey/core';
import type { MethodReturn } from '../methodScreens.ts';

/**
 * Finds the data with which Telegram opened this page, if the app allows such logins and nobody, or only a guest, is
 * signed in.
 */
export async function findTelegramOpening(client: LatchkeyClient): Promise<MethodReturn | null> {
  if (client.options.config?.headless) return null; // the host's own screens handle it
  const { takeTelegramReturn } = await loadTelegram();
  if (!client.getState().ready) await client.start();
  const telegram = await takeTelegramReturn(client);
  return (
    telegram && {
      name: 'telegram',
      act: 'login',
      finish: (open) => open({ intent: 'login', input: { telegram } }),
    }
  );
}
