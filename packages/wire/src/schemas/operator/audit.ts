import * as v from 'valibot';
import { type AuditKind, auditKinds } from '../../operator/audit.ts';

export const auditListSchema = v.object({
  events: v.array(
    v.object({
      id: v.string(),
      /** Place in the app's log, from 1, without gaps. */
      sequence: v.number(),
      kind: v.picklist(Object.keys(auditKinds) as AuditKind[]),
      user_id: v.nullable(v.string()),
      session_id: v.nullable(v.string()),
      actor: v.object({
        type: v.picklist(['user', 'operator', 'app', 'system']),
        id: v.nullable(v.string()),
      }),
      /** What it was done to: a device, a recovery set, a proof key, a setting. */
      subject: v.nullable(v.string()),
      details: v.record(v.string(), v.unknown()),
      /** Unix milliseconds. */
      at: v.number(),
      /** SHA-256 of the hash before and this event, hex. */
      hash: v.string(),
    }),
  ),
});
