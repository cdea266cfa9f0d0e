import * as v from 'valibot';

export const revokedDeviceSchema = v.object({ session_ended: v.boolean() });

export const deviceListSchema = v.object({
  devices: v.array(
    v.object({
      id: v.string(),
      created_at: v.number(),
      last_used_at: v.number(),
      browser: v.nullable(v.string()),
      os: v.nullable(v.string()),
      is_current: v.boolean(),
    }),
  ),
});
