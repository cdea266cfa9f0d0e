import type { UnbuiltSetting } from '@latchkey/wire';
import { fieldsOf, type JsonSchema, objectIn, typeOf } from './jsonSchema.ts';
import { code, table } from './pages.ts';

/**
 * Every setting of an app: type, default and meaning.
 *
 * @param body what the operator's API takes, by the API document
 * @param created an app that was created by its name alone
 * @throws Error for a setting without a description
 */
export function printAppSettings(
  body: JsonSchema,
  created: Readonly<Record<string, unknown>>,
  unbuilt: readonly UnbuiltSetting[],
): string {
  const isBuilt = ([name]: [string, unknown]) => !unbuilt.some((other) => other === name);
  const properties = Object.fromEntries(Object.entries(body.properties ?? {}).filter(isBuilt));
  const rows = fieldsOf({ ...body, properties }).map(({ name, schema }) => {
    if (!schema.description) throw new Error(`${name} has no description: give it one by about().`);
    // The fields of a larger object have rows of their own.
    const isLarge = Object.keys(objectIn(schema)?.properties ?? {}).length > 1;
    const whole = typeOf(schema);
    const type = isLarge ? `object${whole.endsWith('| null') ? ' | null' : ''}` : whole;
    return [code(name), code(type), defaultOf(name, created), schema.description];
  });
  const refused = unbuilt.map(code).join(', ');
  return `${table(['setting', 'type', 'default', 'meaning'], rows)}\n\nServed by their defaults, and refused with any other value, because nothing stands behind them yet: ${refused}.`;
}

function defaultOf(name: string, created: Readonly<Record<string, unknown>>): string {
  let value: unknown = created;
  for (const key of name.split('.')) {
    if (typeof value !== 'object' || value === null || !(key in value)) return '';
    value = (value as Record<string, unknown>)[key];
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject || value === undefined ? '' : code(JSON.stringify(value));
}
