/**
 * Finds configuration mistakes on a page in development: an unknown app id, a service that does not respond or has
 * another address, an origin that is not allowed, a policy that blocks the service or the wallet frame, an insecure
 * page, an opener policy that cuts off popups. It shows the line to change in the console and in the modal. Provider
 * and modal load it unless `NODE_ENV` is `production`.
 */
export { DoctorNotice } from './DoctorNotice.tsx';
export { examine } from './examine.ts';
