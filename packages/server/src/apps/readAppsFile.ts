import { readFileSync } from 'node:fs';
import type { AppInput } from '@latchkey/wire';
import stripJsonComments from 'strip-json-comments';
import type { OutboundAllow } from '../outbound/index.ts';
import { startError } from '../startError.ts';
import { checkAppInput } from './checkAppInput.ts';
import { demoAppIds, demoApps } from './demoApp.ts';

/** Path of the apps file, and facts about the deployment that reads it. */
export interface AppsFileInput {
  readonly path: string | null;
  readonly production: boolean;
  /** Addresses of the operator's own network that the service may call for its apps. @default none */
  readonly outboundAllow?: OutboundAllow | null;
  /** Origins of the service and of its hosted pages, which no app may list as a requester. */
  readonly url?: string;
  readonly hostedUrl?: string | null;
}

export interface CheckedAppsFile {
  readonly apps: readonly AppInput[];
  readonly problems: readonly string[];
}

/**
 * Reads the apps that a deployment is started with: those of the apps file, and the demo's in development.
 *
 * @returns the apps, and problems that name the file, the app and the field
 */
export function checkAppsFile(input: AppsFileInput): CheckedAppsFile {
  const { path, production } = input;
  const { apps, problems } = path === null ? { apps: [], problems: [] } : readApps(path, input);
  const isListed = (demoId: string | undefined) => apps.some(({ id }) => id === demoId);
  if (!production) return { apps: [...apps, ...demoApps.filter(({ id }) => !isListed(id))], problems };
  const refused = demoAppIds
    .filter(isListed)
    .map(
      (id) =>
        `${path}: the demo app ${id} is refused in production, because everybody knows it. Give your app an id of its own.`,
    );
  return { apps, problems: [...problems, ...refused] };
}

/**
 * Reads the apps that a deployment is started with, like {@link checkAppsFile}.
 *
 * @throws StartError that lists the problems
 */
export function readAppsFile(input: AppsFileInput): AppInput[] {
  const { apps, problems } = checkAppsFile(input);
  if (problems.length > 0) throw startError(problems.join('\n'));
  return [...apps];
}

function readApps(path: string, input: AppsFileInput): CheckedAppsFile {
  const read = readList(path);
  if ('problem' in read) return { apps: [], problems: [`${path}: ${read.problem}`] };
  const seen = new Set<string>();
  const apps: AppInput[] = [];
  const problems: string[] = [];
  for (const [index, value] of read.list.entries()) {
    const id = (value as { id?: unknown } | null)?.id;
    const place = `${path}: apps[${index}]${typeof id === 'string' ? ` (${id.slice(0, 64)})` : ''}`;
    const checked = readApp(value, input, seen);
    if ('app' in checked) apps.push(checked.app);
    else problems.push(...checked.problems.map((problem) => `${place}: ${problem}`));
  }
  return { apps, problems };
}

function readApp(
  value: unknown,
  { production, outboundAllow, url, hostedUrl }: AppsFileInput,
  seen: Set<string>,
): { app: AppInput } | { problems: string[] } {
  const own = { outboundAllow: outboundAllow ?? null, origins: [url ?? null, hostedUrl ?? null] };
  const checked = checkAppInput(value, production, own);
  if ('problems' in checked) {
    return { problems: checked.problems.map(({ field, problem }) => `${field} ${problem}`.trim()) };
  }
  const { id, name } = checked.app;
  const problems = [
    ...(id === undefined ? ['id is missing; make one of 25 lower-case letters and digits'] : []),
    ...(name === undefined ? ['name is missing'] : []),
    ...(id !== undefined && seen.has(id) ? ['another app of this file has the same id'] : []),
  ];
  if (id !== undefined) seen.add(id);
  return problems.length > 0 ? { problems } : checked;
}

function readList(path: string): { list: readonly unknown[] } | { problem: string } {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return { problem: 'the apps file cannot be read. Check LATCHKEY_CONFIG.' };
  }
  let value: unknown;
  try {
    // Allows comments and trailing commas, so an operator can explain a setting.
    value = JSON.parse(stripJsonComments(text, { trailingCommas: true }));
  } catch (error) {
    return { problem: `the apps file is not valid JSON (${(error as Error).message})` };
  }
  if (typeof value !== 'object' || value === null || !('apps' in value) || !Array.isArray(value.apps)) {
    return { problem: 'must be { "apps": [ … ] }' };
  }
  const unknown = Object.keys(value).find((key) => key !== 'apps');
  return unknown === undefined ? { list: value.apps } : { problem: `${unknown} is not a known field` };
}
