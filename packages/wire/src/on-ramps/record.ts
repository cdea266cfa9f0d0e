import type { GenericSchema } from 'valibot';

/** Facts about an on-ramp, a provider that sells coins for money. docs/recipes/onRamp.md adds one. */
export interface OnRampRecord {
  /** Name that people know it by. */
  readonly name: string;
  /** Name of the way to fund by it, in clients. */
  readonly way: string;
  /** Field of an app's `funding_providers` with its account there. */
  readonly account: string;
  /** Word for such an account, with its article. */
  readonly accountNoun: string;
  /** Names of the app's secrets there: the first is the key of the account, the last ones sign events. */
  readonly secrets: readonly string[];
  /** Ways to pay that published clients read in place of the method. */
  readonly options: readonly { readonly method: string; readonly provider: string }[];
}

/** Schemas of an on-ramp beside those of its routes; `Account` is its field of `funding_providers`. */
export interface OnRampSchemas<Account extends string> {
  /** The app's account there. */
  readonly accounts: Readonly<Record<Account, GenericSchema>>;
  /** The account as an operator changes it, in part. */
  readonly accountInputs: Readonly<Record<Account, GenericSchema>>;
  /** Fields of `funding_services`, by which clients reach it. */
  readonly services: Readonly<Record<string, GenericSchema>>;
}
