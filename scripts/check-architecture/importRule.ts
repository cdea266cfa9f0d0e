import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

/** A rule of dependency-cruiser. Its comment says what is wrong and what to do, after the name of what is imported. */
export type ImportRule = Pick<IRegularForbiddenRuleType, 'from' | 'to'> & {
  readonly name: string;
  readonly comment: string;
};

/** Kinds of imports that the compiler erases. */
export const erased = ['type-only', 'type-import'] as const;

/** A pattern of one of these texts, each taken as it is written. */
export const oneOf = (texts: readonly string[]): string =>
  `(?:${texts.map((text) => text.replace(/[.\\/-]/g, '\\$&')).join('|')})`;

/** A pattern of the path of an import by the name of a package, installed or not. */
export const fromPackage = (names: readonly string[]): string => `(?:^|node_modules/)${oneOf(names)}(?:/|$)`;
