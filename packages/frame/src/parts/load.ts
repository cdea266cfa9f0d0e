import { refuse } from '../refusal.ts';

/** Code that loads on first use, because most visits do not need it: the user's own cloud, and Farcaster signers. */
export interface Parts {
  readonly cloud: typeof import('./cloud.ts');
  readonly farcaster: typeof import('./farcaster.ts');
}
export type LoadPart = <Name extends keyof Parts>(name: Name) => Promise<Parts[Name]>;

/** Paths of the parts' scripts, which contain their hashes. The build defines them. */
declare const partPaths: Readonly<Record<keyof Parts, string>>;
const pathOf = (name: keyof Parts) => (name === 'cloud' ? partPaths.cloud : partPaths.farcaster);

/**
 * Failed loads of each part. With one count for both, a failure of one part would load the other again from another
 * URL, as a second instance.
 */
const failures = { cloud: 0, farcaster: 0 };

/** Loads a part. @throws Refusal `error` if it does not load; the next call tries again */
export const loadPart: LoadPart = async (name) => {
  try {
    // Browsers may remember a URL that failed, so a retry uses another one.
    return await import(`${pathOf(name)}${failures[name] > 0 ? `?${failures[name]}` : ''}`);
  } catch {
    failures[name] += 1;
    return refuse('error', 'A part of the wallet did not load. Try again.');
  }
};
