import * as v from 'valibot';
import { feature } from '../feature.ts';
import { credentialId, relyingParty } from '../fields.ts';
import { passkeyAssertionSchema, passkeyRequestSchema } from '../passkeyCeremony.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import { type FactorLimits, wrongFactor } from './factorLimits.ts';
import {
  facts,
  frameEntries,
  ownerCodes,
  ownerEntries,
  tooMany,
  type VerifiedReply,
  verifiedReplySchema,
  verifyEntries,
} from './fields.ts';

export const startPasskeyFactorBodySchema = () => v.object({ relying_party: relyingParty() });
export type StartPasskeyFactorBody = InputOf<typeof startPasskeyFactorBodySchema>;
export const startPasskeyFactorReplySchema = () =>
  v.object({
    relying_party: v.string(),
    options: passkeyRequestSchema(),
  });
export type StartPasskeyFactorReply = OutputOf<typeof startPasskeyFactorReplySchema>;

export const verifyPasskeyFactorBodySchema = () =>
  v.strictObject({
    ...verifyEntries(),
    authenticator_response: passkeyAssertionSchema(),
    relying_party: relyingParty(),
  });
export type VerifyPasskeyFactorBody = InputOf<typeof verifyPasskeyFactorBodySchema>;

export const enrolPasskeysBodySchema = () =>
  v.strictObject({
    ...frameEntries(),
    /** Passkeys that are second factors from now on. An empty list removes the method. */
    credential_ids: v.pipe(v.array(credentialId()), v.maxLength(16)),
    ...ownerEntries(),
  });
export type EnrolPasskeysBody = InputOf<typeof enrolPasskeysBodySchema>;

export const passkeyFactorRoutes = {
  startPasskey: /* @__PURE__ */ route<StartPasskeyFactorBody, StartPasskeyFactorReply>(
    facts('startPasskey', 'passkeys/init', {
      auth: 'user',
      codes: ['not_found'],
      summary: "Returns the options with which a browser asks for one of the user's enrolled passkeys.",
    }),
  ),
  verifyPasskey: /* @__PURE__ */ route<VerifyPasskeyFactorBody, VerifiedReply>(
    facts('verifyPasskey', 'passkeys/verify', {
      codes: [tooMany],
      summary: 'Verifies a signature of an enrolled passkey.',
    }),
  ),
  enrolPasskeys: /* @__PURE__ */ route<EnrolPasskeysBody, Record<string, never>>(
    facts('enrolPasskeys', 'passkeys/enrollment', {
      codes: ['not_found', 'not_supported', ...ownerCodes],
      summary: 'Sets which passkeys of the user are second factors. An empty list removes the method.',
    }),
  ),
} as const;

export const passkeyFactorLimits = () =>
  ({ 'mfa.verifyPasskey': { wrongFactor } }) as const satisfies FactorLimits<typeof passkeyFactorRoutes>;

export const passkeyFactorFeature = () =>
  feature('mfa', passkeyFactorRoutes, {
    startPasskey: { body: startPasskeyFactorBodySchema(), reply: startPasskeyFactorReplySchema() },
    verifyPasskey: { body: verifyPasskeyFactorBodySchema(), reply: verifiedReplySchema() },
    enrolPasskeys: { body: enrolPasskeysBodySchema(), reply: v.object({}) },
  });
