import { checkAppsFile } from '../apps/index.ts';
import { checkConfig } from '../config.ts';
import type { Check, Outcome, Surroundings } from './check.ts';
import { type CheckedApp, listApps } from './operatorApi.ts';

/** Reason for which a check of an app is not made. */
export const noApp = { skipped: 'no app is known that allows an origin; name one with --app' };

/**
 * Returns the app of `--app`, or else the first enabled one that allows an origin without a wildcard, from the
 * operator's API and the apps file. Null if there is neither. `origin` is null if the app of `--app` is unknown,
 * disabled or allows no such origin.
 */
export async function chooseApp(
  surroundings: Surroundings,
): Promise<{ id: string; origin: string | null } | null> {
  const { appId: named } = surroundings;
  const apps = [...((await listApps(surroundings)) ?? []), ...appsOfFile(surroundings)];
  const usable = apps.flatMap(({ allowed_origins = [], disabled, id }) => {
    const origin = allowed_origins.find((one) => !one.includes('*'));
    return origin === undefined || disabled === true ? [] : [{ id, origin }];
  });
  if (named === null) return usable[0] ?? null;
  return usable.find(({ id }) => id === named) ?? { id: named, origin: null };
}

/** Creates the `run` of a check that needs an app with an origin. */
export function withApp(
  run: (surroundings: Surroundings, app: { id: string; origin: string }) => Promise<Outcome>,
): Check['run'] {
  return async (surroundings) => {
    const app = await chooseApp(surroundings);
    if (app === null) return noApp;
    const { id, origin } = app;
    if (origin === null) return { skipped: `${id} is not known, or allows no origin` };
    return run(surroundings, { id, origin });
  };
}

function appsOfFile({ env }: Surroundings): CheckedApp[] {
  const { appsFile: path, ...kind } = checkConfig(env);
  return checkAppsFile({ path, ...kind }).apps.flatMap(({ id, allowed_origins = [], disabled }) =>
    id === undefined ? [] : [{ id, allowed_origins, disabled }],
  );
}
