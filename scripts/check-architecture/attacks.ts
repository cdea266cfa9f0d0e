import { fromPackage, type ImportRule } from './importRule.ts';

/** Folder of the attackers' scripts. */
const place = '^e2e/attacks/';
const comment = 'an attacker has public libraries and nothing of ours.';

/**
 * Attackers have database dumps, the public pages and public libraries. A script that used our code, or our types,
 * could repeat our mistakes.
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
