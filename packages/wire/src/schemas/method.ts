import type * as v from 'valibot';
import type { MethodFlagName, MethodId } from '../methods/ids.ts';
import type { Feature } from './feature.ts';

/** A schema that gives what has these fields. */
interface Outputs<Fields> {
  readonly kind: 'schema';
  readonly '~types'?: { readonly output: Fields } | undefined;
}

/** The routes and schemas of a login method, beside its line in `methodFacts`. */
export interface MethodSchemas<Id extends MethodId = MethodId> {
  readonly routes: Partial<Feature>;
  /** The names of the routes by which people log in. */
  readonly logins: readonly string[];
  /** What confirms a login: the method's id, beside what its own login takes. */
  readonly proof: Outputs<{ readonly method: Id }>;
  /** The flags that turn it on, each with what it means to an operator. */
  readonly flags: { readonly [Flag in MethodFlagName<Id>]: v.GenericSchema<boolean> };
}

/** Declares what the wire has of a login method. */
/* @__NO_SIDE_EFFECTS__ */
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
