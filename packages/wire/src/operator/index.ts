/** Operator's routes besides those of apps: secrets of apps, the audit log, keys and webhooks. */
export * from './app-secrets.ts';
export * from './audit.ts';
export * from './keys.ts';
export * from './webhookEvents.ts';
export * from './webhooks.ts';
