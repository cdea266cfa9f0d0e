/** Telegram login, in a file that `loadTelegram` and the table of account types load on first use. */
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
