export * from '../methods/wallet.ts';
export * from '../schemas/methods/wallet.ts';
