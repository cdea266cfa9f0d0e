import type { StoredSettings } from '../table.ts';

/**
 * Settings that are replaced as a whole. An old value beside new ones would change their meaning, such as a public
 * key beside the address of a key set.
 */
const wholeSettings: readonly (keyof StoredSettings)[] = ['custom_jwt_config', 'icloud_container'];

/**
 * Merges one layer of settings over another. Objects are merged at every depth, so a change of one value keeps the
 * others. Other values, and the settings above, are replaced.
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
