/** What the published client expects a bundler of its time to provide. */
export { Buffer } from 'buffer';
export const process = {
  env: { NODE_ENV: 'production' },
  browser: true,
  version: '',
  nextTick: queueMicrotask,
};
