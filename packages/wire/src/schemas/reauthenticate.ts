import * as v from 'valibot';
import { customTokenBodySchema } from './methods/custom-token.ts';
import { emailAuthenticateBodySchema } from './methods/email.ts';
import { farcasterLinkBodySchema } from './methods/farcaster.ts';
import { guestAuthenticateBodySchema } from './methods/guest.ts';
import { oauthLinkBodySchema } from './methods/oauth.ts';
import { passkeyLoginBodySchema } from './methods/passkey.ts';
import { smsAuthenticateBodySchema } from './methods/sms.ts';
import { telegramDataEntries } from './methods/telegram.ts';

const { email, code } = emailAuthenticateBodySchema.entries;
const { token } = customTokenBodySchema.entries;
const { guest_credential } = guestAuthenticateBodySchema.entries;
const { telegram_auth_result, telegram_web_app_data } = telegramDataEntries;
const { challenge, authenticator_response, relying_party } = passkeyLoginBodySchema.entries;
const { authorization_code, state_code, code_verifier } = oauthLinkBodySchema.entries;
const { phoneNumber } = smsAuthenticateBodySchema.entries;

/** A fresh proof by one of the user's login methods: the method's id beside what its own login takes. */
export const reauthenticateBodySchema = v.variant('method', [
  v.object({ method: v.literal('custom-token'), token }),
  v.object({ method: v.literal('email'), email, code }),
  v.object({ method: v.literal('farcaster'), ...farcasterLinkBodySchema.entries }),
  v.object({ method: v.literal('guest'), guest_credential }),
  v.object({ method: v.literal('passkey'), challenge, authenticator_response, relying_party }),
  v.object({ method: v.literal('oauth'), authorization_code, state_code, code_verifier }),
  v.object({ method: v.literal('sms'), phoneNumber, code }),
  v.object({ method: v.literal('telegram'), telegram_auth_result, telegram_web_app_data }),
]);
export type ReauthenticateBody = v.InferInput<typeof reauthenticateBodySchema>;
export type CheckedProof = v.InferOutput<typeof reauthenticateBodySchema>;

/** When the session's user last proved who they are, Unix seconds. */
export const reauthenticateReplySchema = v.object({ auth_time: v.pipe(v.number(), v.integer()) });
export type ReauthenticateReply = v.InferOutput<typeof reauthenticateReplySchema>;
