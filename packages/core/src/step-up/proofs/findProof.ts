import type { ReauthenticateBody } from '@latchkey/wire';
import type { SessionContext } from '../../contexts.ts';

/** Finds what proves the user without asking them anything; null where there is nothing. */
export type FindProof = (session: SessionContext) => Promise<ReauthenticateBody | null>;
