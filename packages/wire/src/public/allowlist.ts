export * from '../allowlist.ts';
export * from '../schemas/allowlist.ts';
