import { readFileSync } from 'node:fs';
import type { AppInput } from '@latchkey/wire';
import stripJsonComments from 'strip-json-comments';
import { startError } from '../startError.ts';
import { checkAppInput } from './checkAppInput.ts';
import { demoApp, demoAppId } from './demoApp.ts';

/**
 * Reads the apps that a deployment is started with: those of the apps file, and the demo app in development.
 *
 * @param options `path` of the file, or null without one
 * @throws StartError naming the file, the app and the field that is wrong
 */
export function readAppsFile(options: { path: string | null; production: boolean }): AppInput[] {
  const { path, production } = options;
  const apps = path === null ? [] : readApps(path, production);
  if (production) {
    if (apps.some((app) => app.id === demoAppId)) {
      throw startError(
        `${path}: the demo app ${demoAppId} is refused in production, because its secret is public. Give your app an id of its own.`,
      );
    }
    return apps;
  }
  return apps.some((app) => app.id === demoAppId) ? apps : [...apps, demoApp];
}

/** @throws StartError with what is wrong in each app, all at once */
function readApps(path: string, production: boolean): AppInput[] {
  const list = listOf(path, readJson(path));
  const seen = new Set<string>();
  const problems: string[] = [];
  const apps = list.flatMap((value, index) => {
    const id = (value as { id?: unknown } | null)?.id;
    const place = `${path}: apps[${index}]${typeof id === 'string' ? ` (${id.slice(0, 64)})` : ''}`;
    const checked = readApp(value, production, seen);
    if ('app' in checked) return [checked.app];
    problems.push(`${place}: ${checked.problem}`);
    return [];
  });
  if (problems.length > 0) throw startError(problems.join('\n'));
  return apps;
}

function readApp(
  value: unknown,
  production: boolean,
  seen: Set<string>,
): { app: AppInput } | { problem: string } {
  const checked = checkAppInput(value, production);
  if (!('app' in checked)) return { problem: `${checked.field} ${checked.problem}` };
  const { app } = checked;
  if (app.id === undefined) return { problem: 'id is missing; make one of 25 lower-case letters and digits' };
  if (app.name === undefined) return { problem: 'name is missing' };
  if (seen.has(app.id)) return { problem: 'another app of this file has the same id' };
  seen.add(app.id);
  return checked;
}

function readJson(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw startError(`${path}: the apps file cannot be read. Check LATCHKEY_CONFIG.`, error);
  }
  try {
    // Comments and commas at the end of lists are let through: an operator says there why a setting is as it is.
    return JSON.parse(stripJsonComments(text, { trailingCommas: true }));
  } catch (error) {
    throw startError(`${path}: the apps file is not valid JSON (${(error as Error).message})`);
  }
}

function listOf(path: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null || !Array.isArray((value as { apps?: unknown }).apps)) {
    throw startError(`${path}: must be { "apps": [ … ] }`);
  }
  const unknown = Object.keys(value).find((key) => key !== 'apps');
  if (unknown !== undefined) throw startError(`${path}: ${unknown} is not a known field`);
  return (value as { apps: unknown[] }).apps;
}
