import { refuse } from '../refusal.ts';

/** What loads when it is first used, because most visits do without it: a person's own cloud, and Farcaster's signers. */
export interface Parts {
  readonly cloud: typeof import('./cloud.ts');
  readonly farcaster: typeof import('./farcaster.ts');
}
export type LoadPart = <Name extends keyof Parts>(name: Name) => Promise<Parts[Name]>;

/** Paths of the parts' scripts, which name their hashes; put in by the build. */
declare const partPaths: Readonly<Record<keyof Parts, string>>;
const pathOf = (name: keyof Parts) => (name === 'cloud' ? partPaths.cloud : partPaths.farcaster);

let failures = 0;

/** Loads a part, once. @throws Refusal `error` where it does not come; the next message tries again */
export const loadPart: LoadPart = async (name) => {
  try {
    // A browser keeps that an address failed: another try has another one.
    return await import(`${pathOf(name)}${failures > 0 ? `?${failures}` : ''}`);
  } catch {
    failures += 1;
    return refuse('error', 'A part of the wallet did not load. Try again.');
  }
};
