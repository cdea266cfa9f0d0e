/**
 * The browsers that hold parts of the user's keys: the list and its end. It speaks to the service alone, never to the
 * wallet frame; session gives the bearer, and logs out who revokes the browser at hand.
 */
export { listDevices, revokeDevice } from './devices.ts';
