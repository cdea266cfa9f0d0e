import * as v from 'valibot';
import { feature } from './feature.ts';
import { methodIds } from './methodFacts.ts';
import { methodSchemas } from './methods/index.ts';
import { route } from './route.ts';
import type { InputOf, OutputOf } from './schema.ts';

/** Fresh proof with one of the user's login methods: the method's id and the fields of its login. */
const proofSchema = () => {
  const methods = methodSchemas();
  return v.variant(
    'method',
    methodIds.map((id) => methods[id].proof),
  );
};
export type CheckedProof = OutputOf<typeof proofSchema>;

/** Purposes of a proof. Every proof makes the login recent, except one for `release`. */
export const confirmationPurposes = ['release', 'account_change'] as const;
export type ConfirmationPurpose = (typeof confirmationPurposes)[number];

/** Single operation that a proof is given for. */
export type ConfirmationAct =
  /** Automatic release to one proof key of the wallet frame, named by its thumbprint (RFC 7638). */
  | { readonly purpose: 'release'; readonly key: string }
  /** Change of a way to log in. */
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

/** Time from which the age of the session's login counts, Unix seconds. A proof for a release does not change it. */
export const reauthenticateReplySchema = () => v.object({ auth_time: v.pipe(v.number(), v.integer()) });
export type ReauthenticateReply = OutputOf<typeof reauthenticateReplySchema>;

/** Route that takes a fresh proof for a session. It is in a separate file, because few pages call it. */
export const reauthenticateRoute = /* @__PURE__ */ route<ReauthenticateBody, ReauthenticateReply>({
  name: 'sessions.reauthenticate',
  method: 'POST',
  path: '/api/v1/sessions/reauthenticate',
  auth: 'user',
  retry: 'never',
  codes: ['missing_or_invalid_token', 'invalid_credentials', 'disallowed_login_method'],
  summary: 'Verifies the user again, which permits sensitive operations.',
});

export const reauthenticateFeature = () =>
  feature(
    'sessions',
    { reauthenticate: reauthenticateRoute },
    { reauthenticate: { body: reauthenticateBodySchema(), reply: reauthenticateReplySchema() } },
  );
