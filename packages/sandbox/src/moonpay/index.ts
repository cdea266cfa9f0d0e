/**
 * The stand-in for MoonPay: the page where a person pays, whose address has to be signed, the look-up of a transaction, and
 * signed events. As strict as documented; what is bought really moves on the sandbox's chains. Owns its transactions, in
 * memory; asks no one but those that events go to.
 */
export { createMoonpay } from './createMoonpay.ts';
