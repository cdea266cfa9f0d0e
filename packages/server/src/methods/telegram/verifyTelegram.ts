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

/** Data that a caller claims is signed by Telegram. */
export interface TelegramClaim {
  readonly app: App;
  readonly data: CheckedTelegramData;
}

/** Verified data of Telegram, not consumed yet. */
export interface TelegramSigned {
  readonly appId: string;
  readonly account: NewAccount;
  readonly signedAtMs: number;
  /** Id of the signature, the same for upper-case and lower-case digits. */
  readonly id: string;
  readonly isWebApp: boolean;
}

/**
 * Verifies that Telegram signed the data for the app's bot within the last day. Does not consume it.
 *
 * @throws ServiceError `not_supported` for an app without a bot, `disallowed_login_method` for a mini app's data if
 *   the app has those off, `invalid_credentials` for data that is not signed, too old or dated in the future,
 *   `invalid_data` for data without a valid user
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
  // The token of another bot would accept data that was signed for that bot.
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
 * Creates a proof for a login or a link, and consumes the data, because an attacker could replay a copy (S41). A mini
 * app keeps its data while it is open, so the network of its first use may use it for another hour. Such a proof
 * counts as at least an hour old, not as recent.
 *
 * @throws ServiceError `invalid_credentials` for data that was used
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
 * Creates a proof that confirms a login, and consumes the data, which must be recent and unused.
 *
 * @throws ServiceError `invalid_credentials` with `details.reason`
 */
export async function confirmByTelegram(
  world: World,
  { challenges: { usedIds } }: Pick<MethodDeps, 'challenges'>,
  signed: TelegramSigned,
): Promise<Proof> {
  const { account, signedAtMs } = signed;
  // Checked before the data is consumed, because data that is too old to confirm can still log in.
  checkAge(world, signedAtMs);
  if (!(await useUp(usedIds, signed))) failStale('proof_used');
  return toProof({ method: 'telegram', account, provedAtMs: signedAtMs });
}

/** Records the use of data. Returns true only at its first use. */
function useUp(usedIds: MethodDeps['challenges']['usedIds'], { appId, id }: TelegramSigned) {
  const lifeMs = limits.telegramDataLifeMs + limits.telegramClockSkewMs;
  return usedIds.use({ appId, kind: 'telegram', id, lifeMs });
}

const digest = (text: string) => Buffer.from(sha256(text)).toString('base64url');
