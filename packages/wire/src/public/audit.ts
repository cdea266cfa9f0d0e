export * from '../operator/audit.ts';
export * from '../schemas/operator/audit.ts';
