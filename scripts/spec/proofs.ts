import { idsIn } from './ledger.ts';
import type { TestReport } from './results.ts';

/** Requirement id → the test files that prove it. */
export type Proofs = Map<string, Set<string>>;

/**
 * What is proved: a requirement that at least one passing test names, in its own title or in that of a group around
 * it, and that no failing one names.
 */
export function proofsIn(reports: readonly TestReport[]): Proofs {
  const proofs: Proofs = new Map();
  const refuted = new Set<string>();
  for (const { testResults } of reports) {
    for (const { name, assertionResults } of testResults) {
      for (const { ancestorTitles, title, status } of assertionResults) {
        for (const id of [...ancestorTitles, title].flatMap(idsIn)) {
          if (status === 'failed') refuted.add(id);
          if (status === 'passed') proofs.set(id, (proofs.get(id) ?? new Set()).add(name));
        }
      }
    }
  }
  for (const id of refuted) proofs.delete(id);
  return proofs;
}
