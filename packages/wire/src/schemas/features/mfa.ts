import * as v from 'valibot';
import { recoveryParametersBodySchema } from '../../custody/recover.ts';
import { recoveryParametersSchema } from '../../custody/recoveryMaterial.ts';
import { mfaRoutes } from '../../mfa.ts';
import { feature } from '../feature.ts';
import {
  backupCodesReplySchema,
  cancelRemovalBodySchema,
  doneReplySchema,
  enrolPasskeysBodySchema,
  enrolSmsBodySchema,
  enrolTotpBodySchema,
  factorListSchema,
  frameOnlyBodySchema,
  proveRecoveryBodySchema,
  removalReplySchema,
  removedFactorsSchema,
  startPasskeyFactorBodySchema,
  startPasskeyFactorReplySchema,
  startSmsFactorBodySchema,
  totpStartReplySchema,
  verifiedReplySchema,
  verifyBackupCodeBodySchema,
  verifyCodeBodySchema,
  verifyPasskeyFactorBodySchema,
} from '../mfa.ts';
import { userSchema } from '../user.ts';

/** Second factors. */
export const mfa = /* @__PURE__ */ feature('mfa', mfaRoutes, {
  startTotp: { body: frameOnlyBodySchema, reply: totpStartReplySchema },
  enrolTotp: { body: enrolTotpBodySchema, reply: userSchema },
  verifyTotp: { body: verifyCodeBodySchema, reply: verifiedReplySchema },
  removeTotp: { body: frameOnlyBodySchema, reply: doneReplySchema },
  startSms: { body: startSmsFactorBodySchema, reply: doneReplySchema },
  enrolSms: { body: enrolSmsBodySchema, reply: userSchema },
  verifySms: { body: verifyCodeBodySchema, reply: verifiedReplySchema },
  removeSms: { body: frameOnlyBodySchema, reply: doneReplySchema },
  startPasskey: { body: startPasskeyFactorBodySchema, reply: startPasskeyFactorReplySchema },
  verifyPasskey: { body: verifyPasskeyFactorBodySchema, reply: verifiedReplySchema },
  enrolPasskeys: { body: enrolPasskeysBodySchema, reply: v.object({}) },
  makeBackupCodes: { body: frameOnlyBodySchema, reply: backupCodesReplySchema },
  verifyBackupCode: { body: verifyBackupCodeBodySchema, reply: verifiedReplySchema },
  startProveRecovery: { body: recoveryParametersBodySchema, reply: recoveryParametersSchema },
  proveRecovery: { body: proveRecoveryBodySchema, reply: verifiedReplySchema },
  requestRemoval: { body: v.object({}), reply: removalReplySchema },
  cancelRemoval: { body: cancelRemovalBodySchema, reply: v.object({}) },
  cancelRemovalOf: { body: v.object({}), reply: v.object({}) },
  listOf: { body: null, reply: factorListSchema },
  removeAllOf: { body: null, reply: removedFactorsSchema },
  clear: { body: frameOnlyBodySchema, reply: v.object({}) },
  list: { body: null, reply: factorListSchema },
});
