import type { Rule } from './tree.ts';

/** Where the thief's own scripts live. */
const place = 'e2e/attacks/';

/**
 * The thief has dumps, the pages that are public, and public libraries: a script of theirs that used ours would repeat our
 * mistakes and prove nothing. Types are ours, too.
 */
export const attacks: Rule = ({ files }) =>
  files
    .filter(({ path }) => path.startsWith(place))
    .flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ specifier, target }) =>
            specifier.startsWith('@latchkey/') || (target !== null && !target.startsWith(place)),
        )
        .map(({ specifier, line }) => ({
          path,
          line,
          message: `imports ${specifier}: an attacker has public libraries and nothing of ours.`,
        })),
    );
