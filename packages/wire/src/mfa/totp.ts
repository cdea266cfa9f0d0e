import * as v from 'valibot';
import { feature } from '../feature.ts';
import { code } from '../fields.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import { userSchema, type WireUser } from '../user.ts';
import { type FactorLimits, factorCodes } from './factorLimits.ts';
import {
  type DoneReply,
  doneReplySchema,
  type FrameOnlyBody,
  facts,
  frameEntries,
  frameOnlyBodySchema,
  ownerCodes,
  ownerEntries,
  tooMany,
  type VerifiedReply,
  type VerifyCodeBody,
  verifiedReplySchema,
  verifyCodeBodySchema,
} from './fields.ts';

export const totpStartReplySchema = () =>
  v.object({
    totpSecret: v.string(),
    totpAuthUrl: v.string(),
    /** Id of the enrolment, which the wallet's signature names. */
    enrollment_id: v.string(),
  });
export type TotpStartReply = OutputOf<typeof totpStartReplySchema>;

export const enrolTotpBodySchema = () =>
  v.strictObject({ ...frameEntries(), code: code(), ...ownerEntries() });
export type EnrolTotpBody = InputOf<typeof enrolTotpBodySchema>;

export const totpFactorRoutes = {
  startTotp: /* @__PURE__ */ route<FrameOnlyBody, TotpStartReply>(
    facts('startTotp', 'totp/init', {
      codes: ['not_supported'],
      summary: 'Begins to enrol an authenticator app. Returns its secret, also as the URL for a QR code.',
    }),
  ),
  enrolTotp: /* @__PURE__ */ route<EnrolTotpBody, WireUser>(
    facts('enrolTotp', 'totp/enroll', {
      codes: ['invalid_enrollment_code', tooMany, 'not_found', 'not_supported', ...ownerCodes],
      summary: 'Enrols the authenticator app, with a code that it shows.',
    }),
  ),
  verifyTotp: /* @__PURE__ */ route<VerifyCodeBody, VerifiedReply>(
    facts('verifyTotp', 'totp/verify', {
      codes: [tooMany],
      summary: 'Verifies a code of the authenticator app. Each time step is accepted once.',
    }),
  ),
  removeTotp: /* @__PURE__ */ route<FrameOnlyBody, DoneReply>(
    facts('removeTotp', 'totp/unenroll', {
      codes: ['not_found'],
      summary: 'Removes the authenticator app, after a fresh verification.',
    }),
  ),
} as const;

export const totpFactorLimits = () =>
  ({
    'mfa.enrolTotp': factorCodes,
    'mfa.verifyTotp': factorCodes,
  }) as const satisfies FactorLimits<typeof totpFactorRoutes>;

export const totpFactorFeature = () =>
  feature('mfa', totpFactorRoutes, {
    startTotp: { body: frameOnlyBodySchema(), reply: totpStartReplySchema() },
    enrolTotp: { body: enrolTotpBodySchema(), reply: userSchema() },
    verifyTotp: { body: verifyCodeBodySchema(), reply: verifiedReplySchema() },
    removeTotp: { body: frameOnlyBodySchema(), reply: doneReplySchema() },
  });
