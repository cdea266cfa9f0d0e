export * from '../operator/keys.ts';
export * from '../schemas/operator/keys.ts';
