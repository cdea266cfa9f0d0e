/**
 * Stand-in for MoonPay: the payment page, whose URL must be signed, the look-up of a transaction, and signed events.
 * Bought coins of the sandbox's networks really move on its chains. Owns its transactions, in memory; uses no other
 * module.
 */
export { createMoonpay } from './createMoonpay.ts';
