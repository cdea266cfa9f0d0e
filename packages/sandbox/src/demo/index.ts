/**
 * Serves the built demo on loopback, for `latchkey start` and `npm start`. The build of the demo copies its files
 * into this package. Owns no data; uses no other module.
 */
export { serveDemo } from './serveDemo.ts';
