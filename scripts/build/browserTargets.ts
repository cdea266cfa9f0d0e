/** Oldest supported versions of browsers, by their names in `web-features` (docs/guide/browsers.md). */
export const oldest = {
  chrome: '120',
  edge: '120',
  firefox: '121',
  safari: '16.4',
  safari_ios: '16.4',
} as const;

/** The same versions for esbuild, rolldown and Vite. */
export const buildTargets: string[] = Object.entries(oldest).map(
  ([name, version]) => `${name === 'safari_ios' ? 'ios' : name}${version}`,
);
