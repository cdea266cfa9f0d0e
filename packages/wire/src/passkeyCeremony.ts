import * as v from 'valibot';
import { bytes, credentialId } from './fields.ts';
import type { OutputOf } from './schema.ts';

const descriptor = () =>
  v.object({
    id: v.string(),
    type: v.literal('public-key'),
    transports: v.optional(v.array(v.string())),
  });
const userVerification = () => v.picklist(['required', 'preferred', 'discouraged']);

/** Options with which a browser creates a passkey. `user.id` is text, and its UTF-8 bytes are the user handle. */
export const passkeyCreationSchema = () =>
  v.object({
    rp: v.object({ name: v.string(), id: v.string() }),
    user: v.object({ id: v.string(), name: v.string(), display_name: v.string() }),
    challenge: v.string(),
    pub_key_cred_params: v.array(v.object({ type: v.literal('public-key'), alg: v.number() })),
    timeout: v.number(),
    exclude_credentials: v.array(descriptor()),
    authenticator_selection: v.object({
      require_resident_key: v.boolean(),
      resident_key: v.literal('required'),
      user_verification: userVerification(),
    }),
    attestation: v.literal('none'),
    extensions: v.object({ cred_props: v.object({ rk: v.boolean() }) }),
  });
export type PasskeyCreationOptions = OutputOf<typeof passkeyCreationSchema>;

/** Options with which a browser requests a passkey. */
export const passkeyRequestSchema = () =>
  v.object({
    challenge: v.string(),
    timeout: v.number(),
    rp_id: v.string(),
    allow_credentials: v.array(descriptor()),
    user_verification: userVerification(),
  });
export type PasskeyRequestOptions = OutputOf<typeof passkeyRequestSchema>;

/**
 * Fields of a response. Fields that no decision depends on are accepted and dropped: the page could have invented
 * them.
 */
const responseOf = <Entries extends v.ObjectEntries>(entries: Entries) => ({
  id: credentialId(),
  raw_id: credentialId(),
  type: v.literal('public-key'),
  authenticator_attachment: v.optional(v.nullable(v.string())),
  client_extension_results: v.optional(v.nullable(v.object({}))),
  response: v.object({ client_data_json: bytes(8_192), ...entries }),
});

/** New passkey (RegistrationResponseJSON in snake case). */
export const passkeyRegistrationSchema = () =>
  v.pipe(
    v.object(
      responseOf({
        attestation_object: bytes(48_000),
        transports: v.optional(v.nullable(v.array(v.pipe(v.string(), v.maxLength(32))))),
      }),
    ),
    v.check(({ id, raw_id }) => id === raw_id, 'id and raw_id must be the same'),
  );
export type PasskeyRegistration = OutputOf<typeof passkeyRegistrationSchema>;

/** Assertion that a passkey signed (AuthenticationResponseJSON in snake case; PASS-06). */
export const passkeyAssertionSchema = () =>
  v.pipe(
    v.object(
      responseOf({
        authenticator_data: bytes(4_096),
        signature: bytes(2_048),
        user_handle: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(128)))),
      }),
    ),
    v.check(({ id, raw_id }) => id === raw_id, 'id and raw_id must be the same'),
  );
export type PasskeyAssertion = OutputOf<typeof passkeyAssertionSchema>;
