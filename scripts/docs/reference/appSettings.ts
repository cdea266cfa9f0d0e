import type { UnbuiltSetting } from '@latchkey/wire';
import { fieldsOf, type JsonSchema, objectIn, typeOf } from './jsonSchema.ts';
import { code, entry } from './pages.ts';

/**
 * Prints the settings of an app, each with its type, default and meaning. Names those whose features do not exist yet.
 *
 * @param body schema of the body with which the operator API creates an app
 * @param created an app that was created with only a name
 * @throws Error for a setting without a description
 */
export function printAppSettings(
  body: JsonSchema,
  created: Readonly<Record<string, unknown>>,
  unbuilt: readonly UnbuiltSetting[],
): string {
  const isBuilt = ([name]: [string, unknown]) => !unbuilt.some((other) => other === name);
  const properties = Object.fromEntries(Object.entries(body.properties ?? {}).filter(isBuilt));
  const entries = fieldsOf({ ...body, properties }).map(({ name, schema }) => {
    if (!schema.description) throw new Error(`${name} has no description: give it one by about().`);
    // The fields of a larger object have entries of their own.
    const isLarge = Object.keys(objectIn(schema)?.properties ?? {}).length > 1;
    const whole = typeOf(schema);
    const type = isLarge ? `object${whole.endsWith('| null') ? ' | null' : ''}` : whole;
    const standard = defaultOf(name, created);
    return entry(name, type, standard && `default ${standard}`, schema.description);
  });
  const refused = unbuilt.map(code).join(', ');
  const refusal = `The service accepts these settings only with their defaults, because the features do not exist yet: ${refused}.`;
  return [refusal, ...entries].join('\n\n');
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
