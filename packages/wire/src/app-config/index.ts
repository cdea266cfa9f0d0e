/**
 * Apps: settings of the operator. `GET /api/v1/apps/{id}` serves those of `served.ts`. A setting is one record there
 * or in `private.ts`: name, meaning, schema and default. Uses chains, cross-app, methods and on-ramps.
 */
export type { AppChain } from './chains.ts';
export * from './choices.ts';
export * from './private.ts';
export * from './routes.ts';
export * from './served.ts';
export * from './settings.ts';
