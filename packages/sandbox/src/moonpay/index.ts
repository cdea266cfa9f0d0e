/**
 * Stand-in for MoonPay: the payment page, whose address has to be signed, the look-up of a transaction, and signed
 * events. As strict as documented; coins that are bought really move on the sandbox's chains. Owns its transactions,
 * in memory. Calls only the receivers of its events.
 */
export { createMoonpay } from './createMoonpay.ts';
