import * as v from 'valibot';
import { allowlistTypes, normalizeAllowlistValue } from '../allowlist.ts';

export const allowlistBodySchema = v.pipe(
  v.object({ type: v.picklist(allowlistTypes), value: v.pipe(v.string(), v.maxLength(320)) }),
  v.forward(
    v.check(({ type, value }) => normalizeAllowlistValue(type, value) !== null, 'is no value of this type'),
    ['value'],
  ),
  v.transform(({ type, value }) => ({ type, value: normalizeAllowlistValue(type, value) ?? '' })),
);
export type AllowlistBody = v.InferInput<typeof allowlistBodySchema>;

/** An entry, with the names that published server SDKs read. */
export const allowlistEntrySchema = v.object({
  id: v.string(),
  type: v.picklist(allowlistTypes),
  value: v.string(),
  appId: v.string(),
  /** When someone first signed up by it, in Unix seconds. */
  acceptedAt: v.nullable(v.number()),
});
export type AllowlistEntry = v.InferOutput<typeof allowlistEntrySchema>;

export const allowlistEntriesSchema = v.array(allowlistEntrySchema);
export type AllowlistEntries = v.InferOutput<typeof allowlistEntriesSchema>;

export const removedAllowlistEntrySchema = v.object({ ...allowlistEntrySchema.entries, message: v.string() });
export type RemovedAllowlistEntry = v.InferOutput<typeof removedAllowlistEntrySchema>;
