export * from '../cloud.ts';
export * from '../schemas/cloud.ts';
