import { lazy } from './lazy.ts';

/** What proves the user without asking them anything, where a login has to be confirmed. */
export const listProofFinders = /* @__PURE__ */ lazy(
  async () => (await import('./methods/proofs/index.ts')).listFinders,
);
