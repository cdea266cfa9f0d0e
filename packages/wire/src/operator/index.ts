/** What the operator asks of the service besides apps: secrets of apps, the audit log, keys and webhooks. */
export * from './app-secrets.ts';
export * from './audit.ts';
export * from './keys.ts';
export * from './webhookEvents.ts';
export * from './webhooks.ts';
