import * as v from 'valibot';

export const kekListSchema = v.object({
  stores: v.array(
    v.object({
      store: v.picklist(['parts', 'recovery']),
      keks: v.array(
        v.object({
          id: v.string(),
          /** Null for one that is not configured: what it wraps cannot be opened. */
          provider: v.nullable(v.picklist(['aws-kms', 'environment', 'file'])),
          /** Wraps new data keys. */
          first: v.boolean(),
          data_keys: v.number(),
          /** Nothing depends on it any more: it may leave the configuration. */
          removable: v.boolean(),
        }),
      ),
    }),
  ),
});
export type KekList = v.InferOutput<typeof kekListSchema>;

/** The versions of the new data keys. */
export const dataKeysReplySchema = v.object({ parts: v.number(), recovery: v.number() });
export type DataKeysReply = v.InferOutput<typeof dataKeysReplySchema>;
