import * as v from 'valibot';
import { custodyCodes } from '../codes.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import { changeEntries, id128, part } from './fields.ts';

export const enrolDeviceBodySchema = () =>
  v.strictObject({
    ...changeEntries(),
    device_id: id128(),
    auth_part: part(),
  });
export type EnrolDeviceBody = InputOf<typeof enrolDeviceBodySchema>;
export const enrolDeviceReplySchema = () => v.object({ recovery_version: v.number() });
export type EnrolDeviceReply = OutputOf<typeof enrolDeviceReplySchema>;

export const enrolDeviceRoute = /* @__PURE__ */ route<EnrolDeviceBody, EnrolDeviceReply>({
  name: 'frame.enrolDevice',
  method: 'POST',
  path: '/api/v1/frame/devices/enrol',
  auth: 'frame',
  retry: 'safe',
  codes: [...custodyCodes, 'embedded_wallet_not_found', 'idempotency_mismatch'],
  summary: 'Stores the auth part of a device pair after a new split.',
});
