import type { ReauthenticateBody } from '@latchkey/wire';
import type { Internals } from '../../internals.ts';

/** Finds what proves the user without asking them anything; null where there is nothing. */
export type FindProof = (internals: Internals) => Promise<ReauthenticateBody | null>;
