import { capabilitiesOf } from './capabilities.ts';
import { dependentsOf, type ImportGraph } from './importGraph.ts';

/** Which tests a change touches. */
export interface Touched {
  /** Files of unit and service tests. */
  quick: string[];
  /** Files of tests with a browser, each to be run whole. */
  whole: string[];
  /** Files of tests with a browser of which the stories are enough. */
  stories: string[];
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const needsBrowser = (path: string) =>
  /^(e2e|conformance|examples)\//.test(path) || /^packages\/walletconnect/.test(path);

/**
 * Finds the tests that a change touches: those that import a changed file, directly or through others, host apps and started
 * programs included. Nearly every test of the service and with a browser imports nearly all of the product that way. So a file
 * that belongs to a capability touches the tests of that capability; one that belongs to none touches all that import it, of
 * those with a browser the stories.
 *
 * @param changed - Paths from the root.
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
