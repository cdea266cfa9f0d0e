/** Telegram login, loaded by `loadTelegram` and by the table of account types. */
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
