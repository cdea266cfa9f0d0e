import * as v from 'valibot';
import { code } from '../methods/proof-body.ts';

export const removalSchema = v.object({
  type: v.picklist(['email', 'phone']),
  address: v.string(),
  replaced_by: v.nullable(v.string()),
  removed_at: v.number(),
  undo_until: v.number(),
});

export const undoBodySchema = v.object({ code: code(), leave_new_account: v.optional(v.boolean()) });
export const undoneSchema = v.object({ hold_until: v.number() });
