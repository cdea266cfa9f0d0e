import type { ReauthenticateBody } from '@latchkey/wire';
import type { SessionContext } from '../../contexts.ts';

/** Returns a proof of the user's identity that needs no prompt; null if there is none. */
export type FindProof = (session: SessionContext) => Promise<ReauthenticateBody | null>;
