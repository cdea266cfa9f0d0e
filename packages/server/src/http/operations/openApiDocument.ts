import {
  type CheckedRoute,
  checkedRoutes,
  commonCodes,
  type ErrorCode,
  errorTable,
  type RouteFacts,
} from '@latchkey/wire';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';

type Json = Record<string, unknown>;

const securityOf: Record<RouteFacts['auth'], Json[]> = {
  none: [],
  optional: [{}, { accessToken: [] }],
  user: [{ accessToken: [] }],
  refresh: [],
  operator: [{ operatorToken: [] }],
  frame: [{ proof: [] }],
  'user-or-frame': [{ accessToken: [] }, { proof: [] }],
  'app-secret': [{ appSecret: [] }],
};

/**
 * Returns the API document (OpenAPI 3.1), generated from the same routes and schemas that requests are checked with.
 *
 * @param url public address of the service
 */
export function openApiDocument(url: string): Json {
  const paths: Record<string, Json> = {};
  for (const checked of checkedRoutes) {
    const { route } = checked;
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(checked) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Latchkey',
      version: '1',
      description: 'Login and embedded wallets.',
      license: { name: 'Apache-2.0' },
    },
    servers: [{ url }],
    paths,
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', description: "A user's access token." },
        appSecret: {
          type: 'http',
          scheme: 'basic',
          description: 'App id and app secret, for back ends only. Served under `/v1` as well as `/api/v1`.',
        },
        operatorToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of the operator, or LATCHKEY_ADMIN_KEY.',
        },
        proof: {
          type: 'http',
          scheme: 'dpop',
          description: 'Access token with a proof of possession (RFC 9449); wallet frame only.',
        },
      },
    },
  };
}

function operationOf({ route, body, reply }: CheckedRoute<never, unknown>): Json {
  return {
    operationId: route.name,
    tags: [route.name.split('.')[0]],
    summary: route.summary,
    ...(route.role ? { 'x-role': route.role } : {}),
    security: securityOf[route.auth],
    parameters: [...parametersOf(route), ...queryOf(route, body)],
    ...(body && route.input !== 'query'
      ? { requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body) } } } }
      : {}),
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema: jsonSchema(reply) } } },
      ...errorResponses([...route.codes, ...commonCodes]),
    },
  };
}

function parametersOf(route: RouteFacts): Json[] {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  if (route.auth === 'operator' || route.origin) return inPath;
  // The credentials of a back end already name its app.
  const required = route.auth !== 'app-secret';
  return [...inPath, { name: 'privy-app-id', in: 'header', required, schema: { type: 'string' } }];
}

function queryOf({ input }: RouteFacts, body: CheckedRoute['body']): Json[] {
  if (input !== 'query' || !body) return [];
  const { properties = {}, required = [] } = jsonSchema(body) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function jsonSchema(schema: unknown): Json {
  // Ignores checks in code (an email address, an origin), which JSON Schema cannot express.
  const { $schema: _, ...rest } = toJsonSchema(schema as GenericSchema, {
    errorMode: 'ignore',
    typeMode: 'input',
  });
  return rest;
}

function errorResponses(codes: readonly ErrorCode[]): Record<string, Json> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes)) {
    const { status } = errorTable[code];
    if (status !== null) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(responses.map(([status, group]) => [String(status), errorResponse(group)]));
}

function errorResponse(codes: ErrorCode[]): Json {
  const schema = {
    type: 'object',
    required: ['error', 'code'],
    properties: { error: { type: 'string' }, code: { enum: codes }, data: { type: 'object' } },
  };
  const description = codes
    .map((code) => `\`${code}\`: ${errorTable[code].message}.`.replace(/\.\.$/, '.'))
    .join(' ');
  return { description, content: { 'application/json': { schema } } };
}
