export * from '../operator/app-secrets.ts';
export * from '../schemas/operator/app-secrets.ts';
