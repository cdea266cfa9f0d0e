/** Login by Telegram, as `loadTelegram` and the table of account kinds load it. */
export { loadTelegramScript } from './methods/telegram/script.ts';
export {
  confirmWithTelegram,
  initLoginWithTelegram,
  isTelegramMiniApp,
  linkTelegram,
  loginWithTelegram,
  type TelegramLoginInput,
  takeTelegramReturn,
} from './methods/telegram/telegram.ts';
export { unlinkTelegram } from './methods/telegram/unlinkTelegram.ts';
