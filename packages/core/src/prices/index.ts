/**
 * The prices room: what coins cost in US dollars, for people who look at a payment. It asks the service, for a moment only;
 * a payment goes on without. Owns nothing; asks the session for its calls. The rooms that prepare transactions ask it.
 */
export { type Coin, findPrice } from './findPrice.ts';
