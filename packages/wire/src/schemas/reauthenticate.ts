import * as v from 'valibot';
import { methodIds } from '../methods/ids.ts';
import { methodSchemas } from './features/index.ts';

/** A fresh proof by one of the user's login methods: the method's id beside what its own login takes. */
const proofSchema = v.variant(
  'method',
  methodIds.map((id) => methodSchemas[id].proof),
);
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
