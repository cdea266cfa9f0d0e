import type {
  BackupCodesReply,
  CancelRemovalBody,
  DoneReply,
  EnrolPasskeysBody,
  EnrolSmsBody,
  EnrolTotpBody,
  FrameOnlyBody,
  ProveRecoveryBody,
  RecoveryParameters,
  RecoveryParametersBody,
  StartSmsFactorBody,
  TotpStartReply,
  VerifiedReply,
  VerifyBackupCodeBody,
  VerifyCodeBody,
  VerifyPasskeyFactorBody,
  WireUser,
} from '@latchkey/wire';

/** Paths of the routes of second factors that the frame calls; a test holds them against those of `@latchkey/wire`. */
export const factorPaths = {
  startTotp: '/api/v1/mfa/totp/init',
  enrolTotp: '/api/v1/mfa/totp/enroll',
  verifyTotp: '/api/v1/mfa/totp/verify',
  removeTotp: '/api/v1/mfa/totp/unenroll',
  startSms: '/api/v1/mfa/passwordless_sms/init',
  enrolSms: '/api/v1/mfa/passwordless_sms/enroll',
  verifySms: '/api/v1/mfa/passwordless_sms/verify',
  removeSms: '/api/v1/mfa/passwordless_sms/unenroll',
  verifyPasskey: '/api/v1/mfa/passkeys/verify',
  enrolPasskeys: '/api/v1/mfa/passkeys/enrollment',
  makeBackupCodes: '/api/v1/mfa/backup_codes/init',
  verifyBackupCode: '/api/v1/mfa/backup_codes/verify',
  startProveRecovery: '/api/v1/mfa/recovery/init',
  proveRecovery: '/api/v1/mfa/recovery/verify',
  cancelRemoval: '/api/v1/mfa/removal/cancel',
  clear: '/api/v1/mfa/clear',
} as const;

/** Their bodies and replies. */
export interface FactorOperations {
  startTotp: { body: FrameOnlyBody; reply: TotpStartReply };
  enrolTotp: { body: EnrolTotpBody; reply: WireUser };
  verifyTotp: { body: VerifyCodeBody; reply: VerifiedReply };
  removeTotp: { body: FrameOnlyBody; reply: DoneReply };
  startSms: { body: Extract<StartSmsFactorBody, { action: 'enroll' }>; reply: DoneReply };
  enrolSms: { body: EnrolSmsBody; reply: WireUser };
  verifySms: { body: VerifyCodeBody; reply: VerifiedReply };
  removeSms: { body: FrameOnlyBody; reply: DoneReply };
  verifyPasskey: { body: VerifyPasskeyFactorBody; reply: VerifiedReply };
  enrolPasskeys: { body: EnrolPasskeysBody; reply: object };
  makeBackupCodes: { body: FrameOnlyBody; reply: BackupCodesReply };
  verifyBackupCode: { body: VerifyBackupCodeBody; reply: VerifiedReply };
  startProveRecovery: { body: RecoveryParametersBody; reply: RecoveryParameters };
  proveRecovery: { body: ProveRecoveryBody; reply: VerifiedReply };
  cancelRemoval: { body: CancelRemovalBody; reply: object };
  clear: { body: FrameOnlyBody; reply: object };
}
