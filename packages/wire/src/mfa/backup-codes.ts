import * as v from 'valibot';
import { feature } from '../feature.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import {
  type FrameOnlyBody,
  facts,
  frameEntries,
  frameOnlyBodySchema,
  tooMany,
  type VerifiedReply,
  verifiedReplySchema,
} from './fields.ts';

export const backupCodesReplySchema = () =>
  v.object({
    /** Ten, each good once; shown in this answer only. Those made before are good for nothing any more. */
    codes: v.array(v.string()),
  });
export type BackupCodesReply = OutputOf<typeof backupCodesReplySchema>;

export const verifyBackupCodeBodySchema = () =>
  v.strictObject({
    ...frameEntries(),
    /** As it was shown; letter case, blanks and hyphens do not matter. */
    code: v.pipe(v.string(), v.maxLength(64)),
    /** A backup code opens the wallet, and permits a change of factors where it names that; never an export. */
    purpose: v.optional(v.literal('change_factors')),
  });
export type VerifyBackupCodeBody = InputOf<typeof verifyBackupCodeBodySchema>;

/** Backup codes, which replace a factor that was lost. */
export const backupCodeRoutes = {
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
} as const;

/** Joins the routes with their schemas; the service alone calls it. */
export const backupCodeFeature = () =>
  feature('mfa', backupCodeRoutes, {
    makeBackupCodes: { body: frameOnlyBodySchema(), reply: backupCodesReplySchema() },
    verifyBackupCode: { body: verifyBackupCodeBodySchema(), reply: verifiedReplySchema() },
  });
