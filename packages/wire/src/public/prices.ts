export * from '../prices.ts';
export * from '../schemas/prices.ts';
