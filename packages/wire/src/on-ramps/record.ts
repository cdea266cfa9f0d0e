import type { GenericSchema } from 'valibot';

/** Facts about an on-ramp, a provider that sells coins for money. See docs/recipes/onRamp.md to add one. */
export interface OnRampRecord {
  /** Display name. */
  readonly name: string;
  /** Name of its product, if different. */
  readonly product?: string;
  /** Name of its way to fund, as clients use it. */
  readonly way: string;
  /** Field of `funding_providers` with an app's account there. */
  readonly account: string;
  /** Noun for such an account, with its article. */
  readonly accountNoun: string;
  /** Names of the app's secrets there. The first is the account's key; those of a webhook sign events. */
  readonly secrets: readonly string[];
  /** Prefixes of keys of the wrong mode, by secret name. */
  readonly otherModes?: Readonly<Record<string, string>>;
  /** Payment options that published clients read instead of the method. */
  readonly options: readonly { readonly method: string; readonly provider: string }[];
}

/** Schemas of a route; `body` is null if it takes none. */
interface RouteSchemas {
  readonly body: GenericSchema | null;
  readonly reply: GenericSchema;
}

/** Schemas of an on-ramp. `Account` is its field of `funding_providers`. */
export interface OnRampSchemas<Account extends string> {
  /** Schemas of the routes that clients call, in the order of the API document. */
  readonly calls: Readonly<Record<string, RouteSchemas>>;
  /** Schemas of the routes that the provider calls. */
  readonly events: Readonly<Record<string, RouteSchemas>>;
  readonly accounts: Readonly<Record<Account, GenericSchema>>;
  /** Schema of a partial change to the account. */
  readonly accountInputs: Readonly<Record<Account, GenericSchema>>;
  /** Fields of `funding_services`, which clients need to reach it. */
  readonly services: Readonly<Record<string, GenericSchema>>;
}
