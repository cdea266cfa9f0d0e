import * as v from 'valibot';
import { base64url } from '../custody/fields.ts';

/**
 * An id of a request for a code, made at random by the client. A request that is sent again with the same id, because its
 * answer was lost, is answered as the first one was. Absent from published clients.
 */
export const requestId = () => v.optional(v.nullable(base64url(22, 64)));
