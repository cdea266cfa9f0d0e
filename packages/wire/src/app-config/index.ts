/**
 * Apps: what the operator sets, the database stores and `GET /api/v1/apps/{id}` serves. A setting is one record in
 * `served.ts` or `private.ts`: name, meaning, schema and default. Uses methods and cross-app.
 */
export type { AppChain } from './chains.ts';
export * from './choices.ts';
export * from './private.ts';
export * from './routes.ts';
export * from './served.ts';
export * from './settings.ts';
