/** Login and linking by Telegram: loaded when it is used. */
export { askTelegram, loadTelegramScript } from './script.ts';
export { linkTelegram, loginWithTelegram, takeTelegramReturn } from './telegram.ts';
