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
    /** Ten codes, each valid once, shown only in this reply. Earlier codes become invalid. */
    codes: v.array(v.string()),
  });
export type BackupCodesReply = OutputOf<typeof backupCodesReplySchema>;

export const verifyBackupCodeBodySchema = () =>
  v.strictObject({
    ...frameEntries(),
    /** Code as it was shown. Case, spaces and hyphens do not matter. */
    code: v.pipe(v.string(), v.maxLength(64)),
    /** A backup code opens the wallet. With this purpose it also permits a change of factors, but never an export. */
    purpose: v.optional(v.literal('change_factors')),
  });
export type VerifyBackupCodeBody = InputOf<typeof verifyBackupCodeBodySchema>;

/** Backup codes, which stand in for a lost factor. */
export const backupCodeRoutes = {
  makeBackupCodes: /* @__PURE__ */ route<FrameOnlyBody, BackupCodesReply>(
    facts('makeBackupCodes', 'backup_codes/init', {
      summary:
        'Creates ten backup codes and invalidates earlier ones, right after an enrolment or a fresh verification.',
    }),
  ),
  verifyBackupCode: /* @__PURE__ */ route<VerifyBackupCodeBody, VerifiedReply>(
    facts('verifyBackupCode', 'backup_codes/verify', {
      codes: [tooMany],
      summary: 'Uses up a backup code instead of another factor, to open the wallet or to change factors.',
    }),
  ),
} as const;

export const backupCodeFeature = () =>
  feature('mfa', backupCodeRoutes, {
    makeBackupCodes: { body: frameOnlyBodySchema(), reply: backupCodesReplySchema() },
    verifyBackupCode: { body: verifyBackupCodeBodySchema(), reply: verifiedReplySchema() },
  });
