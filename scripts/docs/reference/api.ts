import type { ErrorCode } from '@latchkey/wire';
import { linkTo } from './errors.ts';
import { fieldsOf, type JsonSchema, typeOf } from './jsonSchema.ts';
import { code, table } from './pages.ts';

interface Content {
  readonly content: { readonly 'application/json': { readonly schema: JsonSchema } };
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly 'x-role'?: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: JsonSchema }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/** The document that the service serves at `/openapi.json`. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Maximum length of a type that is printed on one line, in characters. */
const limit = 160;

interface Listed extends Operation {
  readonly method: string;
  readonly path: string;
}

/**
 * Types of callers in the order of the page, each with an explanation and the name of its security scheme in the
 * document.
 */
const callers: readonly [title: string, how: string, scheme: string | null][] = [
  ['Anyone', 'No token. A page sends the header `privy-app-id`, and its origin must be allowed.', null],
  ['A user', '`Authorization: Bearer` with the access token of the user.', 'accessToken'],
  [
    'A back end',
    '`Authorization: Basic` with app id and app secret. Never call these from a page. They are also served under `/v1`.',
    'appSecret',
  ],
  [
    'The operator',
    '`Authorization: Bearer` with a [token](../guide/production.md#give-operators-tokens) of at least the role that the route names, or with `LATCHKEY_ADMIN_KEY`.',
    'operatorToken',
  ],
  [
    'The wallet frame',
    'An access token with a proof of possession (RFC 9449). Only the wallet frame can call these.',
    'proof',
  ],
];

export function printApi(document: ApiDocument, common: readonly ErrorCode[]): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  );
  const named = nameShapes(operations);
  const parts = callers.map(([title, how, scheme]) => {
    const routes = operations.filter((operation) => schemeOf(operation) === scheme).sort(byId);
    return [`## ${title}`, how, ...routes.map((route) => printRoute(route, named, common))].join('\n\n');
  });
  const shapes = [...named].map(([shape, name]) => {
    const own = new Map([...named].filter(([, other]) => other !== name));
    return `### ${name}\n\n\`\`\`\n${printShape(JSON.parse(shape) as JsonSchema, own)}\n\`\`\``;
  });
  return [...parts, '## Shapes', ...shapes].join('\n\n');
}

const byId = (one: Listed, other: Listed) => one.operationId.localeCompare(other.operationId, 'en');

/** Returns the scheme that a route needs. Null if it needs none. */
const schemeOf = ({ security }: Operation) => Object.keys(security[0] ?? {})[0] ?? null;

function printRoute(route: Listed, named: ReadonlyMap<string, string>, common: readonly ErrorCode[]): string {
  const input = inputOf(route, named);
  const reply = route.responses[200]?.content['application/json'].schema ?? {};
  const codes = codesOf(route).filter((name) => !common.includes(name));
  return [
    `### ${route.method} ${route.path}`,
    route.summary,
    ...(route['x-role'] ? [`Role: \`${route['x-role']}\``] : []),
    ...(input.length > 0 ? [inputTable(input)] : []),
    answerOf(reply, named),
    ...(codes.length > 0 ? [`Codes: ${codes.map(linkTo).join(', ')}`] : []),
  ].join('\n\n');
}

function inputTable(rows: readonly (readonly string[])[]): string {
  const head = ['field', 'type', 'required', 'meaning'];
  return rows.some(([, , , meaning]) => meaning)
    ? table(head, rows)
    : table(
        head.slice(0, 3),
        rows.map((row) => row.slice(0, 3)),
      );
}

function answerOf(reply: JsonSchema, named: ReadonlyMap<string, string>): string {
  const type = typeOf(reply, named);
  return type.length <= limit
    ? `Returns ${code(type)}`
    : `Returns\n\n\`\`\`\n${printShape(reply, named)}\n\`\`\``;
}

function inputOf({ parameters, requestBody }: Listed, named: ReadonlyMap<string, string>): string[][] {
  const rows = parameters
    .filter(({ in: place }) => place !== 'header')
    .map(({ name, in: place, required, schema }) => [
      code(name),
      code(typeOf(schema, named)),
      required ? 'yes' : '',
      schema.description ?? (place === 'path' ? 'In the path.' : 'In the query.'),
    ]);
  const body = requestBody?.content['application/json'].schema;
  if (!body) return rows;
  if (!body.properties) return [...rows, ['(body)', code(typeOf(body, named)), 'yes', '']];
  // Leaves out fields that can only be null: they belong to another method's proof.
  const fields = fieldsOf(body, named).filter(
    ({ name, schema }) => !name.includes('.') && !/^(unknown \| )?null$/.test(typeOf(schema)),
  );
  return [
    ...rows,
    ...fields.map(({ name, schema, isRequired }) => [
      code(name),
      code(typeOf(schema, named)),
      isRequired ? 'yes' : '',
      schema.description ?? '',
    ]),
  ];
}

function codesOf({ responses }: Operation): ErrorCode[] {
  return Object.entries(responses)
    .filter(([status]) => status !== '200')
    .flatMap(
      ([, { content }]) => (content['application/json'].schema.properties?.code?.enum ?? []) as ErrorCode[],
    );
}

/** Names of shapes that would otherwise be named after their field or route. */
const titles: Readonly<Record<string, string>> = {
  admin_createApp_body: 'AppInput',
  admin_createApp_reply: 'App',
  customToken_authenticate_reply: 'Session',
  directory_listUsers_reply: 'UserList',
  oauth_tokens: 'ProviderTokens',
  passkey_signUp_body: 'NewPasskey',
  passkey_startSignUp_reply: 'PasskeyOptions',
  types: 'EventTypes',
  webhooks_create_reply: 'Webhook',
  webhooks_test_reply: 'Delivery',
};

/** Names the large shapes that occur more than once, so the page prints each of them once. */
function nameShapes(operations: readonly Listed[]): ReadonlyMap<string, string> {
  const seen = new Map<string, { count: number; name: string }>();
  const look = (schema: JsonSchema, key: string) => {
    const isChoice = schema.anyOf?.every(({ type }) => type !== 'null');
    if (schema.properties || isChoice) {
      const shape = JSON.stringify(schema);
      const known = seen.get(shape);
      seen.set(shape, { count: (known?.count ?? 0) + 1, name: known?.name ?? key });
    }
    for (const [name, inner] of Object.entries(schema.properties ?? {})) look(inner, name);
    for (const inner of schema.anyOf ?? []) look(inner, key);
    if (schema.items && !Array.isArray(schema.items)) look(schema.items as JsonSchema, key.replace(/s$/, ''));
  };
  for (const { operationId, requestBody, responses } of operations) {
    const reply = responses[200]?.content['application/json'].schema;
    if (reply) look(reply, `${operationId.replaceAll('.', '_')}_reply`);
    const body = requestBody?.content['application/json'].schema;
    if (body) look(body, `${operationId.replaceAll('.', '_')}_body`);
  }
  const named = new Map<string, string>();
  for (const [shape, { count, name }] of seen) {
    const isLarge = typeOf(JSON.parse(shape) as JsonSchema).length > limit;
    if (isLarge && count > 1) named.set(shape, uniqueName(titles[name] ?? name, new Set(named.values())));
  }
  return named;
}

function uniqueName(key: string, taken: ReadonlySet<string>): string {
  const name = key.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) if (!taken.has(`${name}${number}`)) return `${name}${number}`;
}

/** Prints a shape with one line for each field or choice. */
function printShape(schema: JsonSchema, named: ReadonlyMap<string, string>): string {
  if (schema.properties) {
    const { required = [] } = schema;
    const lines = Object.entries(schema.properties).map(([key, field]) => {
      const mark = required.includes(key) ? '' : '?';
      return `  ${key}${mark}: ${typeOf(field, named)}`;
    });
    return ['{', ...lines, '}'].join('\n');
  }
  return (schema.anyOf ?? []).map((option) => `| ${typeOf(option, named)}`).join('\n');
}
