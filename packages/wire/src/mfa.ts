import { custodyCodes } from './custody/fields.ts';
import type { RecoveryParametersBody } from './custody/recover.ts';
import type { RecoveryParameters } from './custody/recoveryMaterial.ts';
import type { ErrorCode } from './errors.ts';
import { type RouteAuth, type RouteFacts, type RouteRetry, route } from './route.ts';
import type {
  BackupCodesReply,
  CancelRemovalBody,
  DoneReply,
  EnrolPasskeysBody,
  EnrolSmsBody,
  EnrolTotpBody,
  FactorList,
  FrameOnlyBody,
  ProveRecoveryBody,
  RemovalReply,
  RemovedFactors,
  StartPasskeyFactorBody,
  StartPasskeyFactorReply,
  StartSmsFactorBody,
  TotpStartReply,
  VerifiedReply,
  VerifyBackupCodeBody,
  VerifyCodeBody,
  VerifyPasskeyFactorBody,
} from './schemas/mfa.ts';
import type { WireUser } from './schemas/user.ts';

/** What every route for second factors has in common. */
/* @__NO_SIDE_EFFECTS__ */
const facts = (
  act: string,
  path: string,
  rest: { auth?: RouteAuth; retry?: RouteRetry; codes?: readonly ErrorCode[]; summary: string },
): RouteFacts => ({
  name: `mfa.${act}`,
  method: 'POST',
  path: `/api/v1/mfa/${path}`,
  auth: rest.auth ?? 'frame',
  retry: rest.retry ?? 'never',
  codes: [...custodyCodes, ...(rest.codes ?? [])],
  summary: rest.summary,
});

const tooMany = 'mfa_verification_max_attempts_reached';
const ownerCodes = ['wallet_signature_required', 'embedded_wallet_not_found'] as const;
const sendCodes = [
  'invalid_captcha',
  'not_supported',
  'twilio_verification_failed',
  'delivery_failed',
] as const;

/** Second factors: enrolling, verifying and removing them (docs/wire/protocol.md §2.10, docs/custody.md). */
export const mfaRoutes = {
  startTotp: /* @__PURE__ */ route<FrameOnlyBody, TotpStartReply>(
    facts('startTotp', 'totp/init', {
      codes: ['not_supported'],
      summary: 'Begins to enrol an authenticator app: its secret, also as the address of a QR code.',
    }),
  ),
  enrolTotp: /* @__PURE__ */ route<EnrolTotpBody, WireUser>(
    facts('enrolTotp', 'totp/enroll', {
      codes: ['invalid_enrollment_code', tooMany, 'not_found', 'not_supported', ...ownerCodes],
      summary: 'Enrols the authenticator app by a code that it shows.',
    }),
  ),
  verifyTotp: /* @__PURE__ */ route<VerifyCodeBody, VerifiedReply>(
    facts('verifyTotp', 'totp/verify', {
      codes: [tooMany],
      summary: 'Verifies a code of the authenticator app; each time step is taken once.',
    }),
  ),
  removeTotp: /* @__PURE__ */ route<FrameOnlyBody, DoneReply>(
    facts('removeTotp', 'totp/unenroll', {
      codes: ['not_found'],
      summary: 'Removes the authenticator app, after a fresh verification.',
    }),
  ),
  startSms: /* @__PURE__ */ route<StartSmsFactorBody, DoneReply>(
    facts('startSms', 'passwordless_sms/init', {
      auth: 'user-or-frame',
      retry: 'safe',
      codes: [...sendCodes, 'not_found'],
      summary: 'Sends a code to the number that is a second factor, or is to become one.',
    }),
  ),
  enrolSms: /* @__PURE__ */ route<EnrolSmsBody, WireUser>(
    facts('enrolSms', 'passwordless_sms/enroll', {
      auth: 'user-or-frame',
      codes: ['invalid_enrollment_code', tooMany, 'not_found', 'not_supported', ...ownerCodes],
      summary:
        'Enrols a number by the code that it received. From a page only as the first factor of a user without a wallet.',
    }),
  ),
  verifySms: /* @__PURE__ */ route<VerifyCodeBody, VerifiedReply>(
    facts('verifySms', 'passwordless_sms/verify', {
      codes: [tooMany],
      summary: 'Verifies the code that the enrolled number received.',
    }),
  ),
  removeSms: /* @__PURE__ */ route<FrameOnlyBody, DoneReply>(
    facts('removeSms', 'passwordless_sms/unenroll', {
      codes: ['not_found'],
      summary: 'Removes the number, after a fresh verification.',
    }),
  ),
  startPasskey: /* @__PURE__ */ route<StartPasskeyFactorBody, StartPasskeyFactorReply>(
    facts('startPasskey', 'passkeys/init', {
      auth: 'user',
      codes: ['not_found'],
      summary: "Gives the options by which a browser asks for one of the user's enrolled passkeys.",
    }),
  ),
  verifyPasskey: /* @__PURE__ */ route<VerifyPasskeyFactorBody, VerifiedReply>(
    facts('verifyPasskey', 'passkeys/verify', {
      codes: [tooMany],
      summary: 'Verifies what an enrolled passkey signed.',
    }),
  ),
  enrolPasskeys: /* @__PURE__ */ route<EnrolPasskeysBody, Record<string, never>>(
    facts('enrolPasskeys', 'passkeys/enrollment', {
      codes: ['not_found', 'not_supported', ...ownerCodes],
      summary: 'Says which passkeys of the user are second factors; none removes the method.',
    }),
  ),
  makeBackupCodes: /* @__PURE__ */ route<FrameOnlyBody, BackupCodesReply>(
    facts('makeBackupCodes', 'backup_codes/init', {
      summary:
        'Makes ten backup codes in place of earlier ones, right after an enrolment or a fresh verification.',
    }),
  ),
  verifyBackupCode: /* @__PURE__ */ route<VerifyBackupCodeBody, VerifiedReply>(
    facts('verifyBackupCode', 'backup_codes/verify', {
      codes: [tooMany],
      summary: 'Uses a backup code up in place of a factor: to open the wallet, or to change factors.',
    }),
  ),
  startProveRecovery: /* @__PURE__ */ route<RecoveryParametersBody, RecoveryParameters>(
    facts('startProveRecovery', 'recovery/init', {
      codes: ['not_supported', 'embedded_wallet_not_found'],
      summary: "Gives what turns the recovery password of the user's first wallet into its proof.",
    }),
  ),
  proveRecovery: /* @__PURE__ */ route<ProveRecoveryBody, VerifiedReply>(
    facts('proveRecovery', 'recovery/verify', {
      codes: [
        tooMany,
        'not_supported',
        'embedded_wallet_not_found',
        'invalid_recovery_pin',
        'recovery_passkey_not_found',
      ],
      summary:
        'Permits a change of factors to a person who lost them all and knows the recovery password, or has the passkey, of their wallet.',
    }),
  ),
  requestRemoval: /* @__PURE__ */ route<Record<string, never>, RemovalReply>(
    facts('requestRemoval', 'removal', {
      auth: 'user',
      codes: ['not_supported'],
      summary:
        "Asks for the removal of all second factors, after the days that the app's operator set; everyone is told until then.",
    }),
  ),
  cancelRemoval: /* @__PURE__ */ route<CancelRemovalBody, Record<string, never>>(
    facts('cancelRemoval', 'removal/cancel', {
      auth: 'user-or-frame',
      codes: ['not_found'],
      summary:
        'Cancels it: by a session or a wallet device that is older than the request, or by a verified factor.',
    }),
  ),
  cancelRemovalOf: /* @__PURE__ */ route<Record<string, never>, Record<string, never>>({
    name: 'mfa.cancelRemovalOf',
    method: 'POST',
    path: '/api/v1/admin/apps/{id}/users/{user_id}/mfa/removal/cancel',
    auth: 'admin',
    retry: 'never',
    codes: ['missing_or_invalid_token', 'not_found'],
    summary: 'Cancels the removal that a user, or a stranger in their place, has asked for.',
  }),
  listOf: /* @__PURE__ */ route<undefined, FactorList>({
    name: 'mfa.listOf',
    method: 'GET',
    path: '/api/v1/admin/apps/{id}/users/{user_id}/mfa',
    auth: 'admin',
    retry: 'safe',
    codes: ['missing_or_invalid_token', 'app_not_found', 'not_found'],
    summary:
      "A user's second factors, for support: which, since when, last used, and a removal that is pending.",
  }),
  removeAllOf: /* @__PURE__ */ route<undefined, RemovedFactors>({
    name: 'mfa.removeAllOf',
    method: 'DELETE',
    path: '/api/v1/admin/apps/{id}/users/{user_id}/mfa',
    auth: 'admin',
    retry: 'never',
    codes: ['missing_or_invalid_token', 'app_not_found', 'not_found'],
    summary:
      'Removes all second factors of a user who lost them, once support has made sure of who asks. Every address of the user is told.',
  }),
  clear: /* @__PURE__ */ route<FrameOnlyBody, Record<string, never>>(
    facts('clear', 'clear', { summary: 'Forgets what this session and proof key have verified.' }),
  ),
  list: /* @__PURE__ */ route<undefined, FactorList>({
    name: 'mfa.list',
    method: 'GET',
    path: '/api/v1/users/me/mfa',
    auth: 'user',
    retry: 'safe',
    codes: ['missing_or_invalid_token'],
    summary: "The user's second factors, with name, date and last use.",
  }),
} as const;
