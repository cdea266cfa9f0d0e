/** Operator's routes for secrets of apps, the audit log, keys, tokens and webhooks. */
export * from './app-secrets.ts';
export * from './audit.ts';
export * from './keys.ts';
export * from './operator-tokens.ts';
export * from './webhookEvents.ts';
export * from './webhooks.ts';
