import { door } from './door.ts';

/** What proves the user without asking them anything, for whoever has to confirm a login. */
export const listProofFinders = /* @__PURE__ */ door(
  async () => (await import('./methods/proofs/index.ts')).listFinders,
);
