import { confirmWithTelegram, isTelegramMiniApp, loadTelegramScript } from '@latchkey/core';
import type { ConfirmWay } from '../../changes/confirmWay.ts';

export const confirmWithBot: ConfirmWay = {
  effort: 'popup',
  entriesOf: ({ linkedAccounts }, { mustReopen = false }) =>
    linkedAccounts.some(({ type }) => type === 'telegram') && !mustReopen ? [{ name: 'telegram' }] : [],
  prepare(client) {
    if (!isTelegramMiniApp(client)) loadTelegramScript(client).catch(() => undefined);
  },
  async prove({ client }, _, act) {
    if (!isTelegramMiniApp(client)) await loadTelegramScript(client);
    return confirmWithTelegram(client, act);
  },
};
