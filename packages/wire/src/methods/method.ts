import type * as v from 'valibot';
import type { Feature } from '../feature.ts';
import type { MethodFlagName, MethodId } from '../methodFacts.ts';

/** A schema whose output has these fields. */
interface Outputs<Fields> {
  readonly kind: 'schema';
  readonly '~types'?: { readonly output: Fields } | undefined;
}

/** Routes, schemas and flags of a login method, besides its line in `methodFacts`. */
export interface MethodSchemas<Id extends MethodId = MethodId> {
  readonly routes: Partial<Feature>;
  /** Names of the routes by which people log in. */
  readonly logins: readonly string[];
  /** Body that confirms a login: the method's id, besides the fields of its own login. */
  readonly proof: Outputs<{ readonly method: Id }>;
  /** Flags that turn it on, each with its meaning to an operator. */
  readonly flags: { readonly [Flag in MethodFlagName<Id>]: v.GenericSchema<boolean> };
}

/** Declares a login method: its routes, schemas and flags must be those of its line in `methodFacts`. */
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
