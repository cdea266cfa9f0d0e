import { codeSends, type LimitScope, type RateLimit } from '../limitKinds.ts';
import * as limits from '../limits.ts';

/** Limits of a factor's routes, by their full names. A limit of a route that the factor does not have does not compile. */
export type FactorLimits<Routes> = {
  readonly [Act in keyof Routes & string as `mfa.${Act}`]?: Partial<Record<LimitScope, RateLimit>>;
};

const dayMs = 24 * 60 * 60_000;
/** Wrong proofs of a second factor in a session, which then has to wait (MFA-24). */
export const wrongFactor = { calls: limits.factorTries, perMs: limits.factorPauseMs };
/** Wrong proofs of a user in a day. The last ones are reserved for browsers that have verified before. */
export const wrongOfDay = (most: number) => ({
  wrongFactor,
  wrongFactorOfUser: { calls: most - limits.factorTriesReserved, perMs: dayMs },
  wrongFactorOfUserKnown: { calls: most, perMs: dayMs },
});
/** Limits of codes with six digits. Passkeys and backup codes are too long to guess, so they have no daily limit. */
export const factorCodes = wrongOfDay(limits.factorTriesPerDay);

const { recipientWithCaptcha: _, ...sends } = codeSends;
/** Limits of sends to a second factor's number, for which no captcha permits more. */
export const factorSends = sends;
