export * from '../methods/farcaster.ts';
export * from '../schemas/methods/farcaster.ts';
