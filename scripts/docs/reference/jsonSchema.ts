export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: JsonSchema | readonly JsonSchema[] | false;
  readonly prefixItems?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
}

/** Names of shapes that are printed elsewhere on the page, by shape. */
export type Named = ReadonlyMap<string, string>;
const none: Named = new Map();

/** Returns a schema as a TypeScript type, with the names of the shapes that have one. */
export function typeOf(schema: JsonSchema, named: Named = none): string {
  const name = named.get(JSON.stringify(schema));
  if (name) return name;
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return [...new Set(options.map((option) => typeOf(option, named)))].join(' | ');
  if (schema.allOf) return schema.allOf.map((part) => typeOf(part, named)).join(' & ');
  if (schema.prefixItems) return `[${schema.prefixItems.map((item) => typeOf(item, named)).join(', ')}]`;
  if (schema.type === 'array') return arrayOf(schema, named);
  if (schema.properties) return objectOf(schema, named);
  if (typeof schema.additionalProperties === 'object')
    return `Record<string, ${typeOf(schema.additionalProperties, named)}>`;
  return typeof schema.type === 'string' ? simple(schema.type) : 'unknown';
}

/**
 * Returns the fields of an object. Adds the fields of nested objects with several fields, as `outer.inner`, also if the
 * object may be null, but not if it is one of the named shapes.
 */
export function fieldsOf(
  schema: JsonSchema,
  named: Named = none,
  prefix = '',
): { name: string; schema: JsonSchema; isRequired: boolean }[] {
  const { properties = {}, required = [] } = objectIn(schema) ?? {};
  return Object.entries(properties).flatMap(([key, field]) => {
    const name = `${prefix}${key}`;
    const isRequired = required.includes(key);
    const isSimple = Object.keys(objectIn(field)?.properties ?? {}).length < 2;
    const deeper = isSimple || named.has(JSON.stringify(field)) ? [] : fieldsOf(field, named, `${name}.`);
    return [{ name, schema: field, isRequired }, ...deeper];
  });
}

/** Returns the object that a schema describes, alone or as a choice with null. */
export function objectIn(schema: JsonSchema): JsonSchema | null {
  if (schema.properties) return schema;
  const options = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  return options.length === 1 && options[0] ? objectIn(options[0]) : null;
}

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));
const simple = (type: string) => (type === 'integer' ? 'number' : type);

function arrayOf({ items }: JsonSchema, named: Named): string {
  if (!items) return '[]';
  const item = Array.isArray(items) ? 'unknown' : typeOf(items as JsonSchema, named);
  return /[ |&]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
}

function objectOf({ properties = {}, required = [] }: JsonSchema, named: Named): string {
  const fields = Object.entries(properties).map(
    ([key, field]) => `${key}${required.includes(key) ? '' : '?'}: ${typeOf(field, named)}`,
  );
  return fields.length === 0 ? '{}' : `{ ${fields.join('; ')} }`;
}
