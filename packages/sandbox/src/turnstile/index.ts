/**
 * Stand-in for Cloudflare's Turnstile: its script for pages, the iframe that the script opens, and siteverify. It
 * has the documented test keys, and one pair that behaves like an operator's own: its tokens are verified once, within
 * 300 s, and name page and action. Owns tokens, in memory; uses no other module.
 */
export { createTurnstileRoutes } from './routes.ts';
export { turnstileKeys } from './tokens.ts';
