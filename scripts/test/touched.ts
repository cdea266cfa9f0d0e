import { capabilitiesOf } from './capabilities.ts';
import { dependentsOf, type ImportGraph } from './importGraph.ts';

/** Tests that a change affects. */
export interface Touched {
  /** Files of unit and service tests. */
  quick: string[];
  /** Files of browser tests that run completely. */
  whole: string[];
  /** Files of browser tests of which only the stories run. */
  stories: string[];
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const needsBrowser = (path: string) =>
  /^(e2e|conformance|examples)\//.test(path) || /^packages\/walletconnect/.test(path);

/**
 * Finds the tests that a change affects: those that import a changed file, directly or indirectly. Nearly every
 * service and browser test imports nearly all of the product that way. So a file of a capability affects only the
 * tests of that capability. A file of no capability affects all tests that import it, but only the stories of browser
 * tests.
 *
 * @param changed - Paths relative to the root.
 */
export function findTouched(changed: readonly string[], imports: ImportGraph): Touched {
  const tests = (paths: readonly string[]) => [...dependentsOf(paths, imports)].filter(isTest).sort();
  const all = tests(changed);
  const wanted = new Set(changed.flatMap(capabilitiesOf));
  const shared = changed.filter(
    (path) => imports.has(path) && !isTest(path) && capabilitiesOf(path).length === 0,
  );
  const ofChange = all.filter(
    (path) => changed.includes(path) || capabilitiesOf(path).some((name) => wanted.has(name)),
  );
  const ofShared = tests(shared);
  const whole = ofChange.filter(needsBrowser);
  return {
    quick: [...new Set([...ofChange, ...ofShared])].filter((path) => !needsBrowser(path)).sort(),
    whole,
    stories: ofShared.filter((path) => needsBrowser(path) && !whole.includes(path)),
  };
}
