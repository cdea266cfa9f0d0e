/**
 * Finds, in development, the causes around a page that keep Latchkey from working (an app id that the service does not
 * know, a service that does not answer, an origin that is not allowed, a policy that blocks the service or the wallet
 * frame, an insecure page, an opener policy that cuts popups off) and shows the line to change, in the console and in
 * the modal. It changes nothing. Provider and modal load it if `NODE_ENV` is not `production`; a production build
 * contains none of it.
 */
export { DoctorNotice } from './DoctorNotice.tsx';
export { examine } from './examine.ts';
