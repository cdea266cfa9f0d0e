import { limits } from '@latchkey/wire';
import type { FindProof } from './findProof.ts';

/** Takes the data with which Telegram opened the page, and returns it as a proof if it is recent. */
export const takeTelegramData: FindProof = async (session) => {
  const { serverClock } = session.page;
  const telegramReturn = session.page.telegramReturn.take();
  const signed = telegramReturn?.telegram_web_app_data ?? telegramReturn?.telegram_auth_result;
  if (!signed || serverClock.now() - Number(signed.auth_date) * 1000 > limits.confirmationMaxAgeMs)
    return null;
  return { method: 'telegram', ...telegramReturn };
};
