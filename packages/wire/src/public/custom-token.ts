export * from '../methods/custom-token.ts';
export * from '../schemas/methods/custom-token.ts';
