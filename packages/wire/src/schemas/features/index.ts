import type { MethodId } from '../../methods/ids.ts';
import type { MethodSchemas } from '../method.ts';
import * as methods from './methods.ts';

/** What the wire has of each login method: one that is missing does not compile. */
export const methodSchemas = methods satisfies { readonly [Id in MethodId]: MethodSchemas<Id> };
