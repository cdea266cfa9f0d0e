import { deviceChange, type EnrolDeviceBody, type EnrolDeviceReply, fail, rateLimits } from '@latchkey/wire';
import { admitEntropyChange } from './admitEntropyChange.ts';
import { sealAuthPart } from './authParts.ts';
import type { CustodyCaller } from './border/admitCustody.ts';
import type { CustodyDeps } from './deps.ts';
import { doOnce } from './doOnce.ts';
import { addDevice, getEntropy } from './store.ts';

/**
 * Stores the auth part of a new device pair, bound to the proof key of the request.
 *
 * @throws ServiceError `embedded_wallet_not_found`, `idempotency_mismatch`, `too_many_requests`, `invalid_data` for
 *   a device id that is taken or a device that the wallet has not signed
 */
export async function enrolDevice(
  deps: CustodyDeps,
  caller: CustodyCaller,
  body: EnrolDeviceBody,
): Promise<EnrolDeviceReply> {
  const { world, sealing, events } = deps;
  const { session, thumbprint } = caller;
  const owner = { appId: caller.app.id, userId: session.userId, entropyUid: body.entropy_uid };
  const deviceId = body.device_id;
  // An attacker with only a session must not enrol a device. The wallet's key has to sign it.
  await admitEntropyChange(world.database.db, caller, body, deviceChange(body));
  const authPart = await sealAuthPart(
    sealing,
    { ...owner, kind: 'device', partId: deviceId },
    body.auth_part,
  );
  return doOnce(world, caller, body.request_id, async (tx) => {
    const entropy = await getEntropy(tx, owner);
    const createdAtMs = world.clock.now();
    const device = {
      ...owner,
      deviceId,
      thumbprint,
      authPart,
      createdAtMs,
      usedAtMs: createdAtMs,
      ...caller.agent,
    };
    if (!(await addDevice(tx, device)))
      fail('invalid_data', { message: 'This device id is taken. Make a new one.' });
    const event = {
      kind: 'device.enrolled',
      subject: deviceId,
      limit: rateLimits['frame.enrolDevice'].session,
    } as const;
    await events.recordLimited(tx, session, event);
    return { recovery_version: entropy.recoveryVersion };
  });
}
