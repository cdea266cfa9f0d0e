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
const proofSchema = v.variant('method', [
  proofBody({ method: v.literal('custom-token'), token }),
  proofBody({ method: v.literal('email'), email, code }),
  proofBody({ method: v.literal('farcaster'), ...farcasterLinkBodySchema.entries }),
  proofBody({ method: v.literal('guest'), guest_credential }),
  proofBody({ method: v.literal('passkey'), challenge, authenticator_response, relying_party }),
  proofBody({ method: v.literal('oauth'), authorization_code, state_code, code_verifier }),
  proofBody({ method: v.literal('sms'), phoneNumber, code }),
  telegramBody({ method: v.literal('telegram') }),
]);
export type CheckedProof = v.InferOutput<typeof proofSchema>;

/** What a proof can be given for; without one it makes the login a recent one. */
export const confirmationPurposes = ['release', 'account_change'] as const;
export type ConfirmationPurpose = (typeof confirmationPurposes)[number];

/** The one act that a proof is given for. */
export type ConfirmationAct =
  /** An automatic release to one proof key of the wallet frame, named by its thumbprint (RFC 7638). */
  | { readonly purpose: 'release'; readonly key: string }
  /** A change of how one logs in. */
  | { readonly purpose: 'account_change' };

const actSchema = v.pipe(
  v.object({
    purpose: v.optional(v.picklist(confirmationPurposes)),
    key: v.optional(
      v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/, 'must be the thumbprint of a proof key')),
    ),
  }),
  v.check(
    ({ purpose, key }) => (purpose === 'release') === (key !== undefined),
    'key belongs to the purpose release, which needs it',
  ),
);

export const reauthenticateBodySchema = v.intersect([proofSchema, actSchema]);
export type ReauthenticateBody = v.InferInput<typeof proofSchema> & {
  readonly purpose?: ConfirmationPurpose;
  readonly key?: string;
};

/** When the session's user last proved who they are, Unix seconds. */
export const reauthenticateReplySchema = v.object({ auth_time: v.pipe(v.number(), v.integer()) });
export type ReauthenticateReply = v.InferOutput<typeof reauthenticateReplySchema>;
