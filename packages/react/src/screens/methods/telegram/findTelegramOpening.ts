import { type LatchkeyClient, loadTelegram } from '@latchkey/core';
import type { MethodReturn } from '../methodScreens.ts';

/** Finds what Telegram opened this page with, if it did and the app lets its people in so. */
export async function findTelegramOpening(client: LatchkeyClient): Promise<MethodReturn | null> {
  if (client.options.config?.headless) return null; // the host's own screens take it
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
