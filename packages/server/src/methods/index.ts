/**
 * The guest list of login methods: one line each, alphabetical, exactly the ids of the wire. The service mounts their
 * routes. Methods ask admission, challenges and sessions; none knows another.
 */
import type { MethodId } from '@latchkey/wire';
import { email } from './email/email.ts';
import type { Method } from './method.ts';

export const methods = {
  email,
} as const satisfies Record<MethodId, Method>;
