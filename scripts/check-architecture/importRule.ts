import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

/**
 * A rule of dependency-cruiser. The comment follows the name of the import in the message: it explains the problem
 * and the solution.
 */
export type ImportRule = Pick<IRegularForbiddenRuleType, 'from' | 'to'> & {
  readonly name: string;
  readonly comment: string;
};

export const erased = ['type-only', 'type-import'] as const;

export const oneOf = (texts: readonly string[]): string =>
  `(?:${texts.map((text) => text.replace(/[.\\/-]/g, '\\$&')).join('|')})`;

/** Returns a pattern for the path of an import from these packages, installed or not. */
export const fromPackage = (names: readonly string[]): string => `(?:^|node_modules/)${oneOf(names)}(?:/|$)`;
