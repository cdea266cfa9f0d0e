/** Schemas of funding. */
export * from './funding.ts';
