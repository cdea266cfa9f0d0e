import type { MethodId } from '../../methods/ids.ts';
import type { MethodSchemas } from '../method.ts';
import * as methods from './methods.ts';

/** Takes a list that has every method: one that is missing does not compile. */
const whole = <List extends { readonly [Id in MethodId]: MethodSchemas<Id> }>(list: List): List => list;

/** What the wire has of each login method. */
export const methodSchemas = /* @__PURE__ */ whole(methods);
