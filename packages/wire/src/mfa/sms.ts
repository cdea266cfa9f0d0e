import * as v from 'valibot';
import { captchaToken } from '../captcha.ts';
import { feature } from '../feature.ts';
import { code, phoneNumber, requestId } from '../fields.ts';
import { route } from '../route.ts';
import type { InputOf } from '../schema.ts';
import { userSchema, type WireUser } from '../user.ts';
import { type FactorLimits, factorCodes, factorSends } from './factorLimits.ts';
import {
  type DoneReply,
  doneReplySchema,
  type FrameOnlyBody,
  facts,
  frameOnlyBodySchema,
  ownerCodes,
  ownerEntries,
  pageOrFrame,
  tooMany,
  type VerifiedReply,
  type VerifyCodeBody,
  verifiedReplySchema,
  verifyCodeBodySchema,
} from './fields.ts';

const sendCodes = [
  'invalid_captcha',
  'not_supported',
  'twilio_verification_failed',
  'delivery_failed',
] as const;
export const startSmsFactorBodySchema = () =>
  v.variant('action', [
    v.object({ ...pageOrFrame(), action: v.literal('verify'), request_id: requestId() }),
    v.object({
      ...pageOrFrame(),
      request_id: requestId(),
      action: v.literal('enroll'),
      phoneNumber: phoneNumber(),
      token: captchaToken(),
    }),
  ]);
export type StartSmsFactorBody = InputOf<typeof startSmsFactorBodySchema>;

export const enrolSmsBodySchema = () =>
  v.object({
    ...pageOrFrame(),
    phoneNumber: phoneNumber(),
    code: code(),
    ...ownerEntries(),
  });
export type EnrolSmsBody = InputOf<typeof enrolSmsBodySchema>;

export const smsFactorRoutes = {
  startSms: /* @__PURE__ */ route<StartSmsFactorBody, DoneReply>(
    facts('startSms', 'passwordless_sms/init', {
      auth: 'user-or-frame',
      retry: 'safe',
      codes: [...sendCodes, 'not_found'],
      summary: 'Sends a code to the phone number that is a second factor or is to become one.',
    }),
  ),
  enrolSms: /* @__PURE__ */ route<EnrolSmsBody, WireUser>(
    facts('enrolSms', 'passwordless_sms/enroll', {
      auth: 'user-or-frame',
      codes: ['invalid_enrollment_code', tooMany, 'not_found', 'not_supported', ...ownerCodes],
      summary:
        'Enrols a phone number, with the code sent to it. A page may call this only for the first factor of a user without a wallet.',
    }),
  ),
  verifySms: /* @__PURE__ */ route<VerifyCodeBody, VerifiedReply>(
    facts('verifySms', 'passwordless_sms/verify', {
      codes: [tooMany],
      summary: 'Verifies the code sent to the enrolled phone number.',
    }),
  ),
  removeSms: /* @__PURE__ */ route<FrameOnlyBody, DoneReply>(
    facts('removeSms', 'passwordless_sms/unenroll', {
      codes: ['not_found'],
      summary: 'Removes the phone number, after a fresh verification.',
    }),
  ),
} as const;

export const smsFactorLimits = () =>
  ({
    'mfa.enrolSms': factorCodes,
    'mfa.startSms': factorSends,
    'mfa.verifySms': factorCodes,
  }) as const satisfies FactorLimits<typeof smsFactorRoutes>;

export const smsFactorFeature = () =>
  feature('mfa', smsFactorRoutes, {
    startSms: { body: startSmsFactorBodySchema(), reply: doneReplySchema() },
    enrolSms: { body: enrolSmsBodySchema(), reply: userSchema() },
    verifySms: { body: verifyCodeBodySchema(), reply: verifiedReplySchema() },
    removeSms: { body: frameOnlyBodySchema(), reply: doneReplySchema() },
  });
