import { idsIn } from './ledger.ts';
import type { TestReport } from './results.ts';

export type Proofs = Map<string, Set<string>>;

/**
 * Returns the proved requirements: at least one passing test names them, in its own title or that of a group around
 * it, and no failing test does.
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
