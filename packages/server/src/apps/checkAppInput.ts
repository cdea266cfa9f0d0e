import { isDeepStrictEqual } from 'node:util';
import {
  type AppInput,
  type AppSettings,
  appInputSchema,
  appSettingsSchema,
  methodFlags,
  unbuiltSettings,
} from '@latchkey/wire';
import * as v from 'valibot';
import { describeIssue, type Problem } from '../http/index.ts';
import { customJwtProblem } from './custom-jwt/customJwtProblem.ts';
import { oauthProblem } from './oauthProblem.ts';
import { customApiUrlProblem, originProblem, undoUrlProblem } from './origins.ts';
import { toSettings } from './settings/settings.ts';
import type { StoredSettings } from './table.ts';

/** Flags of login methods, by the wire's names, but those of social login, which are all built: `methodFlags` has the built ones. */
const methodFlagNames = [
  'custom_jwt_auth',
  'email_auth',
  'farcaster_auth',
  'guest_auth',
  'passkey_auth',
  'sms_auth',
  'solana_wallet_auth',
  'telegram_auth',
  'wallet_auth',
] as const satisfies readonly (keyof AppSettings)[];

const builtFlags = new Set<string>(Object.values(methodFlags).flat());

/**
 * Checks an app as the apps file and the operator's API give it.
 *
 * @returns the app, or the first problem with its field
 */
export function checkAppInput(value: unknown, production: boolean): { app: AppInput } | Problem {
  const result = v.safeParse(appInputSchema, value);
  if (!result.success) return describeIssue(result.issues[0]);
  const { id: _id, secret_hash: _hash, ...stored } = result.output;
  return settingsProblem(stored, production) ?? { app: result.output };
}

/**
 * What is wrong with settings whose shapes are right, or null. They are looked at as they will be used, with the defaults
 * of what is not set: a setting that was given in part must be whole by then.
 */
export function settingsProblem(stored: StoredSettings, production: boolean): Problem | null {
  const settings = toSettings(stored);
  const whole = v.safeParse(appSettingsSchema, settings);
  if (!whole.success) return describeIssue(whole.issues[0]);
  for (const flag of methodFlagNames) {
    if (settings[flag] === true && !builtFlags.has(flag)) {
      return {
        field: flag,
        problem: 'turns on a login method that this version does not have; set it to false',
      };
    }
  }
  const defaults = toSettings({});
  for (const field of unbuiltSettings) {
    if (!isDeepStrictEqual(settings[field], defaults[field]))
      return { field, problem: 'is not supported by this version; leave it out' };
  }
  for (const field of ['allowed_origins', 'embedding_origins'] as const) {
    for (const [index, entry] of settings[field].entries()) {
      const problem = originProblem(entry, production);
      if (problem) return { field: `${field}.${index}`, problem };
    }
  }
  return (
    releaseProblem(settings) ??
    captchaProblem(settings) ??
    cloudProblem(settings, production) ??
    customJwtProblem(settings, production) ??
    oauthProblem(settings, production) ??
    telegramProblem(settings, production) ??
    customApiUrlProblem(settings, production) ??
    undoUrlProblem(settings, production)
  );
}

/** A page of the wallet's own that asks for each signature protects nothing where a token alone opens the wallet. */
function releaseProblem({ approval, new_device_max_age }: AppSettings): Problem | null {
  const isContradiction = approval === 'frame' && new_device_max_age === 0;
  return isContradiction
    ? {
        field: 'new_device_max_age',
        problem:
          'is 0, by which any session opens the wallet anywhere, so that approval frame protects nothing; set it to 600',
      }
    : null;
}

/** Clients load Turnstile with the site key alone, and throw without it. */
function captchaProblem(settings: AppSettings): Problem | null {
  const isTurnstile = settings.captcha_enabled && settings.captcha_provider === 'turnstile';
  return isTurnstile && !settings.captcha_site_key
    ? { field: 'captcha_site_key', problem: 'is missing; Turnstile needs its site key, behind t:' }
    : null;
}

/** In development apps share the sandbox's bot. */
function telegramProblem(settings: AppSettings, production: boolean): Problem | null {
  return production && settings.telegram_auth && !settings.telegram_auth_config
    ? {
        field: 'telegram_auth_config',
        problem: 'is missing; telegram_auth needs a bot, whose token is the secret telegram-bot of the app',
      }
    : null;
}

/** In development apps share the sandbox's clients; in production a backup must lie with a client of the app's own. */
function cloudProblem(settings: AppSettings, production: boolean): Problem | null {
  const offered = settings.embedded_wallet_config.user_owned_recovery_options;
  if (!production) return null;
  if (offered.includes('google-drive') && !settings.google_drive_client_id) {
    return {
      field: 'google_drive_client_id',
      problem: 'is missing; recovery by Google Drive needs a client at Google',
    };
  }
  return offered.includes('icloud') && !settings.icloud_container
    ? { field: 'icloud_container', problem: 'is missing; recovery by iCloud needs a container at Apple' }
    : null;
}
