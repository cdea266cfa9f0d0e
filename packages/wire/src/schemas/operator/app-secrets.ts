import * as v from 'valibot';

export const appSecretBodySchema = v.strictObject({
  /** A text of one line, or a private key as PEM. */
  secret: v.nullable(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(4_096))),
});
export type AppSecretBody = v.InferInput<typeof appSecretBodySchema>;
export const appSecretReplySchema = v.object({ has_secret: v.boolean() });
export type AppSecretReply = v.InferOutput<typeof appSecretReplySchema>;
