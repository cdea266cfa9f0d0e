import { type CheckedTelegramData, fail, limits } from '@latchkey/wire';
import { type Proof, toProof } from '../../admission/index.ts';
import type { App } from '../../apps/index.ts';
import { sha256 } from '../../crypto/index.ts';
import type { NewAccount } from '../../users/index.ts';
import type { World } from '../../world.ts';
import { checkAge, failStale } from '../freshness.ts';
import type { MethodDeps } from '../method.ts';
import { readSigned } from './checkHash.ts';
import { readAccount } from './readAccount.ts';

/** What someone shows as signed by Telegram. */
export interface TelegramClaim {
  readonly app: App;
  readonly data: CheckedTelegramData;
}

/** What Telegram signed: read from what was checked, and not used up yet. */
export interface TelegramSigned {
  readonly appId: string;
  readonly account: NewAccount;
  readonly signedAtMs: number;
  /** Names the signature in any writing. */
  readonly id: string;
  readonly isWebApp: boolean;
}

/**
 * Checks that Telegram signed what someone shows, for the app's bot and within a day. It does not use it up.
 *
 * @throws ServiceError `not_supported` for an app without a bot, `disallowed_login_method` for a mini app's data where
 *   the app has those off, `invalid_credentials` for what Telegram did not sign, or is late
 */
export async function verifyTelegram(
  world: World,
  { appSecrets }: Pick<MethodDeps, 'appSecrets'>,
  { app, data }: TelegramClaim,
): Promise<TelegramSigned> {
  const {
    clock,
    config: { sharedTelegramToken },
    log,
  } = world;
  const { telegram_auth_config: config } = app.settings;
  const botToken = (await appSecrets.find(app.id, 'telegram-bot')) ?? sharedTelegramToken;
  // The token of another bot would take what was signed for that one.
  if (!config || !botToken?.startsWith(`${config.bot_id}:`)) {
    log.warn({ app: app.id }, 'The Telegram bot of the app has no token, or another bot’s');
    return fail('not_supported', {
      message: 'Telegram is not set up for this app',
      details: { reason: 'provider_not_set_up' },
    });
  }
  const isWebApp = Boolean(data.telegram_web_app_data);
  if (isWebApp && !config.seamless_auth_enabled) fail('disallowed_login_method');
  const shown = data.telegram_web_app_data ?? data.telegram_auth_result ?? fail('invalid_data');
  const use = isWebApp ? 'web-app' : 'widget';
  const signed = readSigned(shown, botToken, use) ?? fail('invalid_credentials');

  const signedAtMs = Number(signed.auth_date) * 1000;
  const ageMs = clock.now() - signedAtMs;
  if (ageMs > limits.telegramDataLifeMs) failStale('proof_too_old');
  if (ageMs < -limits.telegramClockSkewMs) fail('invalid_credentials');
  const id = digest(shown.hash.toLowerCase());
  return { appId: app.id, account: readAccount(signed, use), signedAtMs, id, isWebApp };
}

/**
 * Makes a login or a link of what Telegram signed, and uses it up: it is good once (S41). A mini app keeps what it was
 * opened with for as long as it is open, so that for an hour the network that showed it first may log in with it again
 * (a reload, a session that was lost). Shown again it counts as old as it may be by then: it is no fresh proof.
 *
 * @throws ServiceError `invalid_credentials` for what was used
 */
export async function useTelegram(
  { clock }: World,
  { challenges: { usedIds } }: Pick<MethodDeps, 'challenges'>,
  signed: TelegramSigned,
  network: string,
): Promise<Proof> {
  const { appId, account, signedAtMs, id, isWebApp } = signed;
  const again = { appId, kind: 'telegram-again', id: digest(`${id} ${network}`) } as const;
  if (await useUp(usedIds, signed)) {
    if (isWebApp) await usedIds.use({ ...again, lifeMs: limits.telegramWebAppAgainMs });
    return toProof({ method: 'telegram', account, provedAtMs: signedAtMs });
  }
  if (!isWebApp || !(await usedIds.isUsed(again))) failStale('proof_used');
  const provedAtMs = Math.min(signedAtMs, clock.now() - limits.telegramWebAppAgainMs);
  return toProof({ method: 'telegram', account, provedAtMs });
}

/**
 * Makes a confirmation of what Telegram signed, and uses it up: just now, and shown to no one before.
 *
 * @throws ServiceError `invalid_credentials` with `details.reason`
 */
export async function confirmByTelegram(
  world: World,
  { challenges: { usedIds } }: Pick<MethodDeps, 'challenges'>,
  signed: TelegramSigned,
): Promise<Proof> {
  const { account, signedAtMs } = signed;
  // Asked before it is used up: what is too old for this still logs in.
  checkAge(world, signedAtMs);
  if (!(await useUp(usedIds, signed))) failStale('proof_used');
  return toProof({ method: 'telegram', account, provedAtMs: signedAtMs });
}

/** True exactly once. */
function useUp(usedIds: MethodDeps['challenges']['usedIds'], { appId, id }: TelegramSigned) {
  const lifeMs = limits.telegramDataLifeMs + limits.telegramClockSkewMs;
  return usedIds.use({ appId, kind: 'telegram', id, lifeMs });
}

const digest = (text: string) => Buffer.from(sha256(text)).toString('base64url');
