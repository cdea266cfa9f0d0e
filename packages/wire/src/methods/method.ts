import type * as v from 'valibot';
import type { Feature } from '../feature.ts';
import type { MethodFlagName, MethodId } from '../methodFacts.ts';

/** Schema whose output has these fields. */
interface Outputs<Fields> {
  readonly kind: 'schema';
  readonly '~types'?: { readonly output: Fields } | undefined;
}

/** Routes, schemas and flags of a login method, besides its line in `methodFacts`. */
export interface MethodSchemas<Id extends MethodId = MethodId> {
  readonly routes: Partial<Feature>;
  /** Names of the routes with which users log in. */
  readonly logins: readonly string[];
  /** Body that confirms a login: the method's id and the fields of its own login. */
  readonly proof: Outputs<{ readonly method: Id }>;
  /** Flags that turn the method on, each with its description for operators. */
  readonly flags: { readonly [Flag in MethodFlagName<Id>]: v.GenericSchema<boolean> };
}

/** Declares a login method. TypeScript checks `proof` and `flags` against its line in `methodFacts`. */
export function method<
  const Id extends MethodId,
  const Routes extends Partial<Feature>,
  const Given extends Omit<MethodSchemas<Id>, 'routes' | 'logins'> & {
    readonly routes: Routes;
    readonly logins: readonly (keyof Routes)[];
  },
>(_id: Id, given: Given): Given {
  return given;
}
