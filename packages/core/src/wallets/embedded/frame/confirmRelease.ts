import {
  type ConfirmationAct,
  limits,
  type ReauthenticateBody,
  type ServiceError,
  sessionRoutes,
} from '@latchkey/wire';
import type { Internals } from '../../../internals.ts';
import { toConfirmationAct } from '../../../session/index.ts';
import { customTokenKey, guestKey } from '../../../storage/index.ts';

/**
 * Confirms who the user is for an automatic release that was refused, to this browser's proof key: by what the client holds,
 * else by asking. Releases that are refused at the same time are confirmed once.
 *
 * @returns false where the refusal names no act, or no one confirmed: then it stands
 */
export async function confirmRelease(internals: Internals, refusal: ServiceError): Promise<boolean> {
  const act = toConfirmationAct(refusal);
  if (!act) return false;
  return internals.flights.run(`confirm ${JSON.stringify(act)}`, async () => {
    if (await confirmSilently(internals, act)) return true;
    return (await internals.confirmer?.(refusal, act)) ?? false;
  });
}

/** Shows what proves the user without asking the user. What the service does not take is no failure: it is asked for then. */
async function confirmSilently(internals: Internals, act: ConfirmationAct): Promise<boolean> {
  for (const find of [findGuestProof, findCustomToken, takeTelegramData]) {
    try {
      const proof = await find(internals);
      const bearer = proof && (await internals.session.getCustodyToken());
      if (!bearer) continue;
      await internals.call()(sessionRoutes.reauthenticate, { bearer, body: { ...proof, ...act } });
      return true;
    } catch {
      // The host's own getter may fail as well; the refusal tells what was wanted.
    }
  }
  return false;
}

async function findGuestProof({ options, state, storage }: Internals): Promise<ReauthenticateBody | null> {
  const guest_credential = state.get().user?.isGuest ? storage.find(guestKey(options.appId)) : null;
  return guest_credential ? { method: 'guest', guest_credential } : null;
}

/** A session that began otherwise is none of the host's. */
async function findCustomToken(internals: Internals): Promise<ReauthenticateBody | null> {
  const { getCustomToken, options, storage } = internals;
  if (!getCustomToken || storage.find(customTokenKey(options.appId)) === null) return null;
  const token = await getCustomToken();
  return token ? { method: 'custom-token', token } : null;
}

/** What Telegram opened the page with, if it is recent; good once. */
async function takeTelegramData(internals: Internals): Promise<ReauthenticateBody | null> {
  const { environment, telegramReturn } = internals;
  internals.telegramReturn = null;
  const signed = telegramReturn?.telegram_web_app_data ?? telegramReturn?.telegram_auth_result;
  if (!signed || environment.clock.now() - Number(signed.auth_date) * 1000 > limits.confirmationMaxAgeMs)
    return null;
  return { method: 'telegram', ...telegramReturn };
}
