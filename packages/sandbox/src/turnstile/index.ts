/**
 * Stand-in for Cloudflare's Turnstile: its script for pages, the frame that the script opens, and siteverify. As
 * strict as documented (a token is verified once, within 300 s, and names page and action), with the documented keys
 * for tests and one pair that behaves like an operator's own. Owns tokens, in memory; uses no other module.
 */
export { createTurnstileRoutes } from './routes.ts';
export { turnstileKeys } from './tokens.ts';
