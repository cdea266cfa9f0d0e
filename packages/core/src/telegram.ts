/**
 * Login by Telegram, an entry of its own because few visits need it: `@latchkey/core/login` has the methods that a login
 * modal shows at once. `@latchkey/core` has all.
 */

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
