import { accountTypeRecord, given, givenLong, givenMaybe, maybe, text } from './accountType.ts';

export const telegramAccount = /* @__PURE__ */ accountTypeRecord({
  account: () => ({
    telegram_user_id: text(),
    first_name: maybe(),
    last_name: maybe(),
    username: maybe(),
    photo_url: maybe(),
  }),
  imported: () => ({
    telegram_user_id: given(20),
    first_name: givenMaybe(),
    last_name: givenMaybe(),
    username: givenMaybe(),
    photo_url: givenLong(),
  }),
  subject: 'telegram_user_id',
  names: ['username'],
  compact: ['telegram_user_id', 'username'],
  proof: ['telegram_auth_result', 'telegram_web_app_data'],
});
