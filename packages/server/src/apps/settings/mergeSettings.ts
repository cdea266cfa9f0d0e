import type { StoredSettings } from '../table.ts';

/**
 * Settings whose values belong together: one of another time would mean something else beside the new ones, as a public
 * key would beside the address of a key set.
 */
const wholeSettings: readonly (keyof StoredSettings)[] = ['custom_jwt_config', 'icloud_container'];

/**
 * Puts one layer of settings over another. Settings of several values are merged at every depth, so that a user who changes
 * one of the values keeps the others; lists and all else are replaced.
 */
export function mergeSettings<Below extends object>(
  below: Below,
  above: StoredSettings,
): Below & StoredSettings {
  return merge(below, above, wholeSettings) as Below & StoredSettings;
}

function merge(below: object, above: object, whole: readonly string[] = []): object {
  const merged: Record<string, unknown> = { ...below };
  for (const [name, value] of Object.entries(above)) {
    if (value === undefined) continue;
    const before = Object.hasOwn(merged, name) ? merged[name] : undefined;
    merged[name] =
      isNested(before) && isNested(value) && !whole.includes(name) ? merge(before, value) : value;
  }
  return merged;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
