import * as v from 'valibot';
import { route } from '../route.ts';
import { changeEntries, custodyCodes, id128, part } from './fields.ts';

export const enrolDeviceBodySchema = v.strictObject({
  ...changeEntries,
  device_id: id128(),
  auth_part: part(),
});
export type EnrolDeviceBody = v.InferInput<typeof enrolDeviceBodySchema>;
export const enrolDeviceReplySchema = v.object({ recovery_version: v.number() });
export type EnrolDeviceReply = v.InferOutput<typeof enrolDeviceReplySchema>;

export const enrolDeviceRoute = /* @__PURE__ */ route<EnrolDeviceBody, EnrolDeviceReply>({
  name: 'frame.enrolDevice',
  method: 'POST',
  path: '/api/v1/frame/devices/enrol',
  auth: 'frame',
  retry: 'safe',
  codes: [...custodyCodes, 'embedded_wallet_not_found', 'idempotency_mismatch'],
  summary: 'Stores the auth part of a device pair that was split afresh.',
});
