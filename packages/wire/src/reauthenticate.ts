import * as v from 'valibot';
import { feature } from './feature.ts';
import { methodIds } from './methodFacts.ts';
import { methodSchemas } from './methods/methodSchemas.ts';
import { route } from './route.ts';
import type { InputOf, OutputOf } from './schema.ts';

/** A fresh proof by one of the user's login methods: the method's id beside what its own login takes. */
const proofSchema = () => {
  const methods = methodSchemas();
  return v.variant(
    'method',
    methodIds.map((id) => methods[id].proof),
  );
};
export type CheckedProof = OutputOf<typeof proofSchema>;

/** Purposes of a proof; without one it makes the login a recent one. */
export const confirmationPurposes = ['release', 'account_change'] as const;
export type ConfirmationPurpose = (typeof confirmationPurposes)[number];

/** The one act that a proof is given for. */
export type ConfirmationAct =
  /** An automatic release to one proof key of the wallet frame, named by its thumbprint (RFC 7638). */
  | { readonly purpose: 'release'; readonly key: string }
  /** A change of how one logs in. */
  | { readonly purpose: 'account_change' };

const actSchema = () =>
  v.pipe(
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

export const reauthenticateBodySchema = () => v.intersect([proofSchema(), actSchema()]);
export type ReauthenticateBody = InputOf<typeof proofSchema> & {
  readonly purpose?: ConfirmationPurpose;
  readonly key?: string;
};

/** Time of the user's last proof in this session, Unix seconds. */
export const reauthenticateReplySchema = () => v.object({ auth_time: v.pipe(v.number(), v.integer()) });
export type ReauthenticateReply = OutputOf<typeof reauthenticateReplySchema>;

/** Asked by few pages, and so kept out of what each loads. */
export const reauthenticateRoute = /* @__PURE__ */ route<ReauthenticateBody, ReauthenticateReply>({
  name: 'sessions.reauthenticate',
  method: 'POST',
  path: '/api/v1/sessions/reauthenticate',
  auth: 'user',
  retry: 'never',
  codes: ['missing_or_invalid_token', 'invalid_credentials', 'disallowed_login_method'],
  summary: 'Proves the user anew, which opens sensitive acts.',
});

/** Joins the route with its schemas; the service alone calls it. */
export const reauthenticateFeature = () =>
  feature(
    'sessions',
    { reauthenticate: reauthenticateRoute },
    { reauthenticate: { body: reauthenticateBodySchema(), reply: reauthenticateReplySchema() } },
  );
