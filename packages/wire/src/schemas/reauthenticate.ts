import * as v from 'valibot';
import { customTokenBodySchema } from './methods/custom-token.ts';
import { emailAuthenticateBodySchema } from './methods/email.ts';
import { farcasterLinkBodySchema } from './methods/farcaster.ts';
import { guestAuthenticateBodySchema } from './methods/guest.ts';
import { oauthLinkBodySchema } from './methods/oauth.ts';
import { passkeyLoginBodySchema } from './methods/passkey.ts';
import { proofBody } from './methods/proof-body.ts';
import { smsAuthenticateBodySchema } from './methods/sms.ts';
import { telegramBody } from './methods/telegram.ts';

const { email, code } = emailAuthenticateBodySchema.entries;
const { token } = customTokenBodySchema.entries;
const { guest_credential } = guestAuthenticateBodySchema.entries;
const { challenge, authenticator_response, relying_party } = passkeyLoginBodySchema.entries;
const { authorization_code, state_code, code_verifier } = oauthLinkBodySchema.entries;
const { phoneNumber } = smsAuthenticateBodySchema.entries;

/** A fresh proof by one of the user's login methods: the method's id beside what its own login takes. */
export const reauthenticateBodySchema = v.variant('method', [
  proofBody({ method: v.literal('custom-token'), token }),
  proofBody({ method: v.literal('email'), email, code }),
  proofBody({ method: v.literal('farcaster'), ...farcasterLinkBodySchema.entries }),
  proofBody({ method: v.literal('guest'), guest_credential }),
  proofBody({ method: v.literal('passkey'), challenge, authenticator_response, relying_party }),
  proofBody({ method: v.literal('oauth'), authorization_code, state_code, code_verifier }),
  proofBody({ method: v.literal('sms'), phoneNumber, code }),
  telegramBody({ method: v.literal('telegram') }),
]);
export type ReauthenticateBody = v.InferInput<typeof reauthenticateBodySchema>;
export type CheckedProof = v.InferOutput<typeof reauthenticateBodySchema>;

/** When the session's user last proved who they are, Unix seconds. */
export const reauthenticateReplySchema = v.object({ auth_time: v.pipe(v.number(), v.integer()) });
export type ReauthenticateReply = v.InferOutput<typeof reauthenticateReplySchema>;
