/**
 * Stand-in for MoonPay: the payment page, whose URL must be signed, the look-up of a transaction, and signed events.
 * Bought coins really move if a chain of the sandbox has them. Owns its transactions, in memory; uses no other module.
 */
export { createMoonpay } from './createMoonpay.ts';
