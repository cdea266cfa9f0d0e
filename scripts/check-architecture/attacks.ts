import { fromPackage, type ImportRule } from './importRule.ts';

/** The folder of the attackers' scripts. */
const place = '^e2e/attacks/';
const comment = 'an attacker has public libraries and nothing of ours.';

/**
 * An attacker has dumps, the pages that are public, and public libraries: a script of theirs that used our code would
 * repeat our mistakes and prove nothing. Types are ours, too.
 */
export const attackImports: readonly ImportRule[] = [
  { name: 'attacks-packages', comment, from: { path: place }, to: { path: fromPackage(['@latchkey']) } },
  {
    name: 'attacks-files',
    comment,
    from: { path: place },
    to: { dependencyTypes: ['local'], pathNot: place },
  },
];
