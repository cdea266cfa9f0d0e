export * from '../funding.ts';
export * from '../schemas/funding.ts';
