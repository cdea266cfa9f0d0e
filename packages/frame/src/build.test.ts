import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFrame, type FrameBuild, vaultBudgetBytes } from '../build.ts';

let folders: string[];
let builds: FrameBuild[];
let script: string;

beforeAll(async () => {
  folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'latchkey-frame-'))));
  builds = await Promise.all(folders.map((folder) => buildFrame(folder)));
  const name = Object.keys(builds[0]!.manifest.files).find((file) => file.endsWith('.js'));
  script = await readFile(join(folders[0]!, 'pages', name!), 'utf8');
});
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

describe('the build', () => {
  it('[S17] gives the same bytes twice', async () => {
    expect(builds[0]!.manifest).toEqual(builds[1]!.manifest);
    const names = await readdir(join(folders[0]!, 'pages'));
    expect(names.sort()).toEqual([...Object.keys(builds[0]!.manifest.files), 'manifest.json'].sort());
    for (const name of names) {
      const [first, second] = await Promise.all(
        folders.map((folder) => readFile(join(folder, 'pages', name))),
      );
      expect(first!.equals(second!)).toBe(true);
    }
  });

  it('[S17] has a page that loads its script by hash, and nothing inline', async () => {
    const page = await readFile(join(folders[0]!, 'pages/vault.html'), 'utf8');
    const [name, file] = Object.entries(builds[0]!.manifest.files).find(([each]) => each.endsWith('.js'))!;
    expect(page).toContain(`<script src="/frame/${name}" integrity="${file.integrity}" defer></script>`);
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toMatch(/ on\w+=|style/);
  });

  it('[S5] never answers to any origin, and has no way to run text or to write a log', () => {
    expect(script.match(/\.postMessage\(/g)).toHaveLength(1);
    expect(script).not.toMatch(/postMessage\([^)]*["'`]\*["'`]/);
    expect(script).not.toMatch(/\beval\(|new Function|console\.|innerHTML|document\.write|sourceMappingURL/);
  });

  it('has no path of the machine that built it', () => {
    expect(script).not.toContain(process.cwd());
    expect(script).not.toContain('node_modules');
  });

  it('keeps within its budget and is what the committed report says', async () => {
    expect(builds[0]!.vaultGzipBytes).toBeLessThanOrEqual(vaultBudgetBytes);
    const committed = await readFile(join(import.meta.dirname, '../bundle-report.md'), 'utf8');
    expect(builds[0]!.report, 'run `npx tsx packages/frame/build.ts` and commit bundle-report.md').toBe(
      committed,
    );
  });

  it('holds nothing of ours but the frame, and only the dependencies that were chosen', () => {
    const modules = builds[0]!.report.match(/^\| (?!module|---|\*)\S+/gm)!.map((row) => row.slice(2));
    const allowed = /^(src|@noble\/(curves|hashes)|@scure\/(bip32|bip39|base)|shamir-secret-sharing)\//;
    expect(modules.filter((name) => !allowed.test(name))).toEqual([]);
  });
});
