import { type CheckedTelegramData, fail, limits } from '@latchkey/wire';
import type { Proof } from '../../admission/index.ts';
import type { App } from '../../apps/index.ts';
import { sha256 } from '../../crypto/index.ts';
import type { World } from '../../world.ts';
import type { MethodRooms } from '../method.ts';
import { isSignedByTelegram, type Signed } from './checkHash.ts';
import { toAccount } from './toAccount.ts';

/** Who shows what Telegram signed. */
export interface TelegramClaim {
  readonly app: App;
  readonly data: CheckedTelegramData;
  /** The client network that shows it. */
  readonly network: string;
}

/**
 * Proves a Telegram account by what Telegram signed for the app's bot: not older than a day, and good once (S41).
 *
 * @throws ServiceError those of {@link checkTelegram}, `invalid_credentials` for what was used
 */
export async function proveTelegram(
  world: World,
  rooms: Pick<MethodRooms, 'appSecrets' | 'challenges'>,
  { app, data, network }: TelegramClaim,
): Promise<Proof> {
  const { hash, isWebApp } = await checkTelegram(world, rooms, { app, data });
  const isFirst = await useOnce(rooms.challenges, { appId: app.id, hash, network, isWebApp });
  if (!isFirst) fail('invalid_credentials', { message: usedText });
  return { method: 'telegram', account: toAccount(data) };
}

/**
 * Checks that Telegram signed what somebody shows, for the app's bot and within a day. It does not use it up.
 *
 * @throws ServiceError `not_supported` for an app without a bot, `disallowed_login_method` for a mini app's data where
 *   the app has those off, `invalid_credentials` for what Telegram did not sign, or is late
 */
export async function checkTelegram(
  { clock, config: { sharedTelegramToken }, log }: World,
  { appSecrets }: Pick<MethodRooms, 'appSecrets'>,
  { app, data }: Omit<TelegramClaim, 'network'>,
): Promise<{ hash: string; isWebApp: boolean }> {
  const { telegram_auth_config: config } = app.settings;
  const botToken = (await appSecrets.find(app.id, 'telegram-bot')) ?? sharedTelegramToken;
  // The token of another bot would take what was signed for that one.
  if (!config || !botToken?.startsWith(`${config.bot_id}:`)) {
    log.warn({ app: app.id }, 'The Telegram bot of the app has no token, or another bot’s');
    return fail('not_supported', { message: 'Telegram is not set up for this app' });
  }
  const isWebApp = Boolean(data.telegram_web_app_data);
  if (isWebApp && !config.seamless_auth_enabled) fail('disallowed_login_method');
  const signed: Signed = data.telegram_web_app_data ?? data.telegram_auth_result ?? fail('invalid_data');
  if (!isSignedByTelegram(signed, botToken, isWebApp ? 'web-app' : 'widget')) fail('invalid_credentials');

  const ageMs = clock.now() - Number(signed.auth_date) * 1000;
  if (ageMs > limits.telegramDataLifeMs || ageMs < -limits.telegramClockSkewMs) fail('invalid_credentials');
  return { hash: signed.hash, isWebApp };
}

/**
 * Uses the data up. A mini app keeps what it was opened with for as long as it is open, so that for an hour the network
 * that showed it first may show it again (a reload, a session that was lost).
 */
async function useOnce(
  { usedIds }: MethodRooms['challenges'],
  { appId, hash, network, isWebApp }: { appId: string; hash: string; network: string; isWebApp: boolean },
): Promise<boolean> {
  const id = digest(hash.toLowerCase());
  const again = { appId, kind: 'telegram-again', id: digest(`${id} ${network}`) } as const;
  const lifeMs = limits.telegramDataLifeMs + limits.telegramClockSkewMs;
  if (!(await usedIds.use({ appId, kind: 'telegram', id, lifeMs }))) {
    return isWebApp && usedIds.isUsed(again);
  }
  if (isWebApp) await usedIds.use({ ...again, lifeMs: limits.telegramWebAppAgainMs });
  return true;
}

const digest = (text: string) => Buffer.from(sha256(text)).toString('base64url');

/** For people: the code's own message speaks of a code that was typed in. */
const usedText = 'This Telegram login was used already. Start it again.';
