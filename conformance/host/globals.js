/** Globals that the published client expects from a bundler. */
export { Buffer } from 'buffer';
export const process = {
  env: { NODE_ENV: 'production' },
  browser: true,
  version: '',
  nextTick: queueMicrotask,
};
