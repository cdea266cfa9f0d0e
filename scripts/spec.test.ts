import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { root } from './build/contentHash.ts';
import { readCheckout } from './spec/checkout.ts';
import { coverageOf, toTable } from './spec/coverage.ts';
import { isProofOf, layers } from './spec/layers.ts';
import { idsIn, readPartial, readRequirements } from './spec/ledger.ts';
import { proofsIn } from './spec/proofs.ts';
import { beginReports, readReports, type TestReport } from './spec/results.ts';

function report(
  tests: [title: string, status: string, group?: string][],
  file = 'packages/server/src/a.test.ts',
): TestReport {
  const assertionResults = tests.map(([title, status, group]) => ({
    title,
    status,
    ancestorTitles: group ? [group] : [],
  }));
  return {
    testResults: [{ name: join(root, file), status: 'passed', assertionResults }],
  };
}

const requirements = [
  { id: 'OTP-05', area: 'email', layers: ['server'] },
  { id: 'OTP-06', area: 'email', layers: ['server'] },
  { id: 'S22', area: 'security', layers: [] },
] as const;

describe('idsIn', () => {
  it.each([
    ['[OTP-05] waits', ['OTP-05']],
    ['[OTP-05, S22] waits', ['OTP-05', 'S22']],
    ['[OTP-05][S22] waits', ['OTP-05', 'S22']],
    ['OTP-05 waits', []],
    ['takes [a, b] and [] and [EIP 712]', []],
  ])('idsIn finds the ids in "%s"', (title, ids) => expect(idsIn(title)).toEqual(ids));
});

describe('proofsIn', () => {
  it('an id in the title of a passing test or of its group is proved', () => {
    const proofs = proofsIn([
      report([
        ['[OTP-05] x', 'passed'],
        ['y', 'passed', '[S22] z'],
      ]),
    ]);
    expect([...proofs.keys()]).toEqual(['OTP-05', 'S22']);
  });

  it('an id whose test did not run, or failed in any report, is not proved', () => {
    const proofs = proofsIn([
      report([
        ['[OTP-05] x', 'passed'],
        ['[OTP-06] x', 'skipped'],
      ]),
      report([['[OTP-05] x', 'failed']]),
    ]);
    expect(proofs.size).toBe(0);
  });
});

describe('coverageOf', () => {
  const proofs = proofsIn([
    report([
      ['[OTP-05] x', 'passed'],
      ['[SIGN-07] y', 'passed'],
    ]),
  ]);
  const waiting = new Map([
    ['SIGN-07', 'sending'],
    ['OTP-06', 'nothing that counts: no test names it'],
  ]);
  const coverage = coverageOf(
    [...requirements, { id: 'SIGN-07', area: 'sign', layers: ['server'] }],
    proofs,
    waiting,
  );

  it('the coverage counts requirements by area, and names the missing ones, the partly proved ones and the proofs', () => {
    expect(coverage).toEqual({
      total: 4,
      proved: 1,
      areas: [
        { area: 'email', total: 2, proved: 1, partial: [], lacking: [], missing: ['OTP-06'] },
        { area: 'security', total: 1, proved: 0, partial: [], lacking: [], missing: ['S22'] },
        {
          area: 'sign',
          total: 1,
          proved: 0,
          partial: [{ id: 'SIGN-07', waits: 'sending' }],
          lacking: [],
          missing: [],
        },
      ],
      proofs: { 'OTP-05': ['packages/server/src/a.test.ts'] },
    });
  });

  it('the table of the coverage has a line for each area, and the sum of all areas', () => {
    expect(toTable(coverage)).toBe(
      [
        '  email       1 / 2',
        '      missing: OTP-06',
        '  security    0 / 1',
        '      missing: S22',
        '  sign        0 / 1',
        '      in part: SIGN-07 (waits: sending)',
        '',
        '  1 of 4 requirements are proved by passing tests that name them, in each layer that they name, 1 more in part.',
      ].join('\n'),
    );
  });
});

describe('coverageOf with two layers', () => {
  const row = { id: 'OTP-05', area: 'email', layers: ['server', 'modal'] } as const;
  const inServer = report([['[OTP-05] x', 'passed']], 'packages/server/src/a.test.ts');
  const inModal = report([['[OTP-05] y', 'passed']], 'e2e/modal/a.test.ts');
  const cover = (...reports: TestReport[]) => coverageOf([row], proofsIn(reports), new Map());

  it('a requirement with two layers is proved if each layer has a passing test', () => {
    const coverage = cover(inServer, inModal);
    expect(coverage.areas).toMatchObject([{ proved: 1, lacking: [], missing: [] }]);
    expect(coverage.proofs).toEqual({
      'OTP-05': ['e2e/modal/a.test.ts', 'packages/server/src/a.test.ts'],
    });
  });

  it('a requirement with two layers is not proved if one layer has no test, and the coverage names that layer', () => {
    const coverage = cover(inServer);
    expect(coverage).toMatchObject({ proved: 0, proofs: {} });
    expect(coverage.areas).toMatchObject([
      { proved: 0, lacking: [{ id: 'OTP-05', layers: ['modal'] }], missing: [] },
    ]);
    expect(toTable(coverage)).toContain('\n      no test in a layer: OTP-05 (modal)\n');
  });

  it('a test in no layer does not prove a requirement with layers', () => {
    const elsewhere = report([['[OTP-05] x', 'passed']], 'scripts/docs/a.test.ts');
    expect(cover(elsewhere).areas).toMatchObject([{ lacking: [{ layers: ['server', 'modal'] }] }]);
  });

  it('a requirement is not proved if another test that names it failed', () => {
    const failed = report([['[OTP-05] z', 'failed']], 'e2e/sdk/a.test.ts');
    expect(cover(inServer, inModal, failed).areas).toMatchObject([{ proved: 0, missing: ['OTP-05'] }]);
  });

  it('a passing test outside the layers proves a security requirement', () => {
    const elsewhere = report([['[S22] x', 'passed']], 'scripts/docs/a.test.ts');
    const security = { id: 'S22', area: 'security', layers: [] };
    expect(coverageOf([security], proofsIn([elsewhere]), new Map()).proved).toBe(1);
  });
});

describe('the table of layers', () => {
  it('the table of layers names only paths that exist', () => {
    const named = Object.values(layers).flatMap(({ tests, except = [] }) => [...tests, ...except]);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('a layer matches whole path segments, and leaves out exceptions', () => {
    expect(isProofOf('server', 'packages/server/src/a.test.ts')).toBe(true);
    expect(isProofOf('server', 'packages/server-tools/src/a.test.ts')).toBe(false);
    expect(isProofOf('modal', 'e2e/story/story.test.ts')).toBe(true);
    expect(isProofOf('modal', 'e2e/story/withoutModal.test.ts')).toBe(false);
    expect(isProofOf('client', 'e2e/story/withoutModal.test.ts')).toBe(true);
  });
});

describe('reports', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-reports-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const commit = 'a'.repeat(40);
  const changed = `${commit}+0123456789abcdef`;
  const write = (path: string, title: string) =>
    writeFileSync(path, JSON.stringify(report([[title, 'passed']])));
  const titles = (...reports: TestReport[]) =>
    reports.flatMap(({ testResults }) =>
      testResults.flatMap(({ assertionResults }) => assertionResults.map(({ title }) => title)),
    );

  it('readReports returns the reports of all commands on a checkout, or those of one command if it is named', () => {
    write(beginReports(folder, 'test', commit)('tests'), 'short');
    write(beginReports(folder, 'full', commit)('node-22-unit'), 'long');
    expect(titles(...readReports(folder, commit)).sort()).toEqual(['long', 'short']);
    expect(titles(...readReports(folder, commit, 'full'))).toEqual(['long']);
  });

  it('the next run of a command removes all earlier reports of that command', () => {
    const first = beginReports(folder, 'test', commit);
    write(first('tests'), 'old');
    write(first('order-1'), 'old order');
    write(beginReports(folder, 'full', commit)('tests'), 'long');
    write(beginReports(folder, 'test', commit)('tests'), 'new');
    expect(titles(...readReports(folder, commit)).sort()).toEqual(['long', 'new']);
  });

  it.each([
    ['another commit', 'b'.repeat(40)],
    ['other changes to the same commit', changed],
  ])('the next run of any command removes the reports of %s', (_what, other) => {
    write(beginReports(folder, 'test', other)('tests'), 'other');
    write(join(folder, 'without-checkout.json'), 'older still');
    beginReports(folder, 'full', commit);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('readReports refuses reports of other changes, and names them', () => {
    write(beginReports(folder, 'test', changed)('tests'), 'x');
    expect(() => readReports(folder, commit)).toThrow(
      `are not of what is checked out (${commit}):\n  test.tests.${changed}.json\n`,
    );
    expect(readReports(folder, changed)).toHaveLength(1);
  });

  it('readReports refuses reports of an earlier commit that are written after the next run began', () => {
    const late = beginReports(folder, 'test', commit);
    const next = 'c'.repeat(40);
    write(beginReports(folder, 'full', next)('tests'), 'x');
    write(late('tests'), 'late');
    expect(() => readReports(folder, next)).toThrow(`test.tests.${commit}.json`);
  });

  it('readReports returns no reports before the first run', () => {
    expect(readReports(join(folder, 'nowhere'), commit)).toEqual([]);
  });
});

describe('readCheckout', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-checkout-'));
    // A Git hook sets these variables, which would redirect Git to the repository of the hook.
    for (const name of ['GIT_DIR', 'GIT_INDEX_FILE', 'GIT_WORK_TREE']) vi.stubEnv(name, undefined);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  const git = (...args: string[]) =>
    execFileSync(
      'git',
      ['-c', 'user.name=Ada', '-c', 'user.email=ada@harbour.example', '-c', 'commit.gpgsign=false', ...args],
      {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
      .toString()
      .trim();
  const write = (name: string, content: string) => writeFileSync(join(folder, name), content);

  it('readCheckout returns the commit, with another suffix for each set of changes to it', () => {
    git('init', '-q');
    write('.gitignore', '.cache\n');
    write('a.ts', 'one');
    git('add', '.');
    git('commit', '-q', '-m', 'Begin');
    const commit = git('rev-parse', 'HEAD');
    write('.cache', 'is ignored');
    expect(readCheckout(folder)).toBe(commit);

    const seen = new Set([commit]);
    const seesAnother = () => {
      const now = readCheckout(folder);
      expect(now).toMatch(new RegExp(`^${commit}\\+[0-9a-f]{16}$`));
      expect(seen).not.toContain(now);
      seen.add(now);
      return now;
    };
    write('a.ts', 'two');
    const two = seesAnother();
    write('b.ts', 'new');
    seesAnother();
    write('b.ts', 'newer');
    const newer = seesAnother();
    git('add', '.');
    write('b.ts', 'staged, then changed');
    seesAnother();
    write('b.ts', 'newer');
    git('reset', '-q');
    expect(readCheckout(folder)).toBe(newer);
    rmSync(join(folder, 'b.ts'));
    expect(readCheckout(folder)).toBe(two);

    git('commit', '-q', '-a', '-m', 'Go on');
    expect(readCheckout(folder)).toBe(git('rev-parse', 'HEAD'));
    expect(seen).not.toContain(readCheckout(folder));
  });

  it('readCheckout returns `none` without a commit', () => {
    git('init', '-q');
    expect(readCheckout(folder)).toBe('none');
  });
});

describe('the ledgers', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');

  it('the ledgers have 543 requirements and 58 security rows, and no id twice', () => {
    const all = readRequirements(read);
    const security = all.filter(({ area }) => area === 'security');
    expect(all.length - security.length).toBe(543);
    expect(security.length).toBe(58);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.every(({ id }) => idsIn(`[${id}]`).length === 1)).toBe(true);
  });

  it('each requirement of the ledger names at least one layer, none of them twice, and an unknown layer is refused', () => {
    for (const { id, layers: named } of readRequirements(read).filter(({ area }) => area !== 'security')) {
      expect(named.length > 0 && new Set(named).size === named.length, id).toBe(true);
    }
    const rows = 'id\tarea\tlayer\tsection\trequirement\nOTP-05\temail\tserver+cellar\tL§4\tWaits.\n';
    expect(() => readRequirements((path) => (path.endsWith('.tsv') ? rows : ''))).toThrow(
      "OTP-05 names the layer 'cellar'",
    );
  });

  it('the list of partly proved requirements names only known ones, each once, with its missing part', () => {
    const ids = new Set(readRequirements(read).map(({ id }) => id));
    const rows = read('docs/spec/partial.tsv').trimEnd().split('\n').slice(1);
    const partial = readPartial(read);
    expect([...partial.keys()].filter((id) => !ids.has(id))).toEqual([]);
    expect(partial.size).toBe(rows.length);
    expect([...partial].filter(([, waits]) => waits.trim() === '')).toEqual([]);
  });
});
