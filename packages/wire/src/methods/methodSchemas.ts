import type { MethodId } from '../methodFacts.ts';
import * as makers from './list.ts';
import type { MethodSchemas } from './method.ts';

type AllMethodSchemas = { readonly [Id in MethodId]: ReturnType<(typeof makers)[Id]> };

/** Takes the whole list: if a method is missing, it does not compile. */
const checkWhole = <List extends { readonly [Id in MethodId]: () => MethodSchemas<Id> }>(list: List): List =>
  list;

const make = () =>
  Object.fromEntries(
    Object.entries(checkWhole(makers)).map(([id, makeOne]) => [id, makeOne()]),
  ) as unknown as AllMethodSchemas;

let made: AllMethodSchemas | null = null;

/** Returns the routes, schemas and flags of each login method. They are made once: settings, routes and confirmations share them. */
export function methodSchemas(): AllMethodSchemas {
  made ??= make();
  return made;
}
