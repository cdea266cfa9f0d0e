import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';

/**
 * Lets through as many mutants as `MUTATION_SAMPLE` says, the same at every run: those whose hash, with the seed, is lowest.
 * The others count as mutants that do not compile, which Stryker leaves out of the score. A program of its own for Stryker,
 * which loads it without a compiler.
 */
class SampleChecker {
  async init() {}

  /** All at once, because a draw looks at all. */
  async group(mutants) {
    return [mutants.map(({ id }) => id)];
  }

  /** @param mutants breaks of the code, each with its file, place and replacement */
  async check(mutants) {
    const drawn = [...mutants]
      .sort((one, other) => (hashOf(one) < hashOf(other) ? -1 : 1))
      .slice(0, Number(process.env.MUTATION_SAMPLE))
      .map(({ id }) => id);
    const isDrawn = new Set(drawn);
    return Object.fromEntries(
      mutants.map(({ id }) => [
        id,
        isDrawn.has(id) ? { status: 'passed' } : { status: 'compileError', reason: 'not drawn' },
      ]),
    );
  }
}

const hashes = new Map();

/** Hashes a mutant by what its lines say: the draw stays the same when they move. */
function hashOf({ id, fileName, location, mutatorName, replacement }) {
  const known = hashes.get(id);
  if (known) return known;
  const { MUTATION_SEED = '', MUTATION_ROOT = '' } = process.env;
  const file = relative(process.cwd(), fileName);
  const lines = readFileSync(join(MUTATION_ROOT, file), 'utf8').split('\n');
  const { start, end } = location;
  const text = lines.slice(start.line, end.line + 1).map((line) => line.trim());
  const columns = [start.column, end.column].map(
    (column, at) => column - indentOf(lines[at ? end.line : start.line]),
  );
  const facts = [MUTATION_SEED, file, text, columns, mutatorName, replacement];
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  hashes.set(id, hash);
  return hash;
}

const indentOf = (line = '') => line.length - line.trimStart().length;

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', SampleChecker)];
