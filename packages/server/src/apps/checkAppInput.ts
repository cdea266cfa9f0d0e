import { isDeepStrictEqual } from 'node:util';
import {
  type AppInput,
  type AppSettings,
  appInputSchema,
  appSettingsSchema,
  unbuiltSettings,
} from '@latchkey/wire';
import * as v from 'valibot';
import { describeIssue, type Problem } from '../http/index.ts';
import { chainsProblem } from './chainsProblem.ts';
import { customJwtProblem } from './customJwtProblem.ts';
import { fundingProblem } from './fundingProblem.ts';
import { oauthProblem } from './oauthProblem.ts';
import { customApiUrlProblem, originProblem, undoUrlProblem } from './origins.ts';
import { type OwnPlaces, requestersProblem } from './requestersProblem.ts';
import { toSettings } from './settings/settings.ts';
import type { StoredSettings } from './table.ts';

const inputSchema = appInputSchema();
const settingsSchema = appSettingsSchema();

/**
 * Checks an app from the apps file or the operator's API.
 *
 * @returns the app, or problems with their fields
 */
export function checkAppInput(
  value: unknown,
  production: boolean,
  own: Omit<OwnPlaces, 'id'> = {},
): { app: AppInput } | { problems: readonly Problem[] } {
  const result = v.safeParse(inputSchema, value);
  if (!result.success) return { problems: [...unknownFields(value), ...result.issues.map(describeIssue)] };
  const { id, secret_hash: _hash, disabled: _disabled, ...stored } = result.output;
  const problems = settingsProblems(stored, production, { ...own, id });
  return problems.length > 0 ? { problems } : { app: result.output };
}

/** Returns every unknown field except the first, which is the only one that the schema reports. */
function unknownFields(value: unknown): Problem[] {
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return names
    .filter((name) => !Object.hasOwn(inputSchema.entries, name))
    .slice(1)
    .map((field) => ({ field, problem: 'is not a known field' }));
}

/**
 * Returns the problems of settings whose shapes are right. Adds the defaults first, so a setting that was given in
 * part is complete.
 */
export function settingsProblems(
  stored: StoredSettings,
  production: boolean,
  own: OwnPlaces = {},
): Problem[] {
  const settings = toSettings(stored);
  const whole = v.safeParse(settingsSchema, settings);
  if (!whole.success) return whole.issues.map(describeIssue);
  const found = [
    ...unbuiltProblems(settings),
    ...originProblems(settings, production),
    releaseProblem(settings),
    captchaProblem(settings),
    chainsProblem(settings, production),
    cloudProblem(settings, production),
    customJwtProblem(settings, production, own.outboundAllow),
    fundingProblem(settings, production),
    oauthProblem(settings, production),
    requestersProblem(settings, production, own),
    telegramProblem(settings, production),
    customApiUrlProblem(settings, production),
    undoUrlProblem(settings, production),
  ];
  return found.filter((problem) => problem !== null);
}

function unbuiltProblems(settings: AppSettings): Problem[] {
  const defaults = toSettings({});
  return unbuiltSettings
    .filter((field) => !isDeepStrictEqual(settings[field], defaults[field]))
    .map((field) => ({ field, problem: 'is not supported by this version; leave it out' }));
}

function originProblems(settings: AppSettings, production: boolean): Problem[] {
  return (['allowed_origins', 'embedding_origins'] as const).flatMap((field) =>
    settings[field].flatMap((entry, index) => {
      const problem = originProblem(entry, production);
      return problem ? [{ field: `${field}.${index}`, problem }] : [];
    }),
  );
}

/** Refuses `approval: 'frame'` if any session can open the app's wallets. The approval page would protect nothing. */
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

/** Requires the site key of Turnstile, with which clients load the widget. */
function captchaProblem(settings: AppSettings): Problem | null {
  const isTurnstile = settings.captcha_enabled && settings.captcha_provider === 'turnstile';
  return isTurnstile && !settings.captcha_site_key
    ? { field: 'captcha_site_key', problem: 'is missing; Turnstile needs its site key, behind t:' }
    : null;
}

/** Requires a bot in production. In development apps share the sandbox's bot. */
function telegramProblem(settings: AppSettings, production: boolean): Problem | null {
  return production && settings.telegram_auth && !settings.telegram_auth_config
    ? {
        field: 'telegram_auth_config',
        problem: 'is missing; telegram_auth needs a bot, whose token is the secret telegram-bot of the app',
      }
    : null;
}

/**
 * Requires the app's own clients in production, so backups belong to it. In development apps share the sandbox's
 * clients.
 */
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
