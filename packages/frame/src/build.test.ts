import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFrame, type FrameBuild } from '../build.ts';
import { offlinePageName } from '../offlinePage.ts';

let folders: string[];
let builds: FrameBuild[];
let scripts: { readonly name: string; readonly text: string }[];

beforeAll(async () => {
  folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'latchkey-frame-'))));
  builds = await Promise.all(folders.map((folder) => buildFrame(folder)));
  const names = Object.keys(builds[0]!.manifest.files).filter((file) => file.endsWith('.js'));
  scripts = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(folders[0]!, 'pages', name), 'utf8') })),
  );
});
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

describe("the frame's build", () => {
  it('[S17] builds the same bytes of the frame twice', async () => {
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

  it('[S17] builds pages that load their scripts by hash, with nothing inline; visible pages also load the start-failure script', async () => {
    const { files, pages } = builds[0]!.manifest;
    for (const [page, file] of Object.entries(pages)) {
      const html = await readFile(join(folders[0]!, 'pages', file), 'utf8');
      const elements = [...(page === 'vault' ? [] : ['start-failure']), page].map((name) => {
        const script = Object.keys(files).find((file) => file.startsWith(`${name}-`))!;
        return `<script src="/frame/${script}" integrity="${files[script]!.integrity}" defer></script>`;
      });
      expect(html.match(/<script.*<\/script>/g)).toEqual(elements);
      expect(html).not.toMatch(/ on\w+=|style/);
    }
  });

  it('marks every page as not to be translated, including the page for exit kits', async () => {
    const { pages } = builds[0]!.manifest;
    const files = [...Object.values(pages).map((file) => join('pages', file)), offlinePageName];
    expect(files.length).toBeGreaterThan(4);
    for (const file of files) {
      const html = await readFile(join(folders[0]!, file), 'utf8');
      expect(html.match(/<html[^>]*>/)?.[0], file).toBe('<html lang="en" translate="no">');
    }
  });

  it('[S5] builds scripts whose posted messages have a named target or a buffer, without eval, console or innerHTML', () => {
    for (const { text } of scripts) {
      const posts = text.match(/\.postMessage\(/g) ?? [];
      // Every post names a target origin or, between worker and vault, a buffer to transfer.
      const named = text.match(/\.postMessage\((?:[^()]|\([^()]*\))*,(?:[\w.]+|\[[\w.]+\.buffer\])\)/g) ?? [];
      expect(named).toHaveLength(posts.length);
      expect(text).not.toMatch(/postMessage\([^)]*["'`]\*["'`]/);
      expect(text).not.toMatch(/\beval\(|new Function|console\.|innerHTML|document\.write|sourceMappingURL/);
    }
  });

  it('builds scripts that contain neither the path of the working directory nor node_modules', () => {
    for (const { text } of scripts) {
      expect(text).not.toContain(process.cwd());
      expect(text).not.toContain('node_modules');
    }
  });

  it('keeps the scripts of the frame within their budgets, and matches the committed bundle report', async () => {
    for (const { gzipBytes, budgetBytes } of Object.values(builds[0]!.sizes)) {
      expect(gzipBytes).toBeLessThanOrEqual(budgetBytes);
    }
    const committed = await readFile(join(import.meta.dirname, '../bundle-report.md'), 'utf8');
    expect(builds[0]!.report, 'run `npx tsx packages/frame/build.ts` and commit bundle-report.md').toBe(
      committed,
    );
  });

  it("bundles only the frame's own code and the allowed dependencies", () => {
    const modules = builds[0]!.report.match(/^\| (?!module|---|\*)\S+/gm)!.map((row) => row.slice(2));
    const allowed =
      /^(src|@noble\/(curves|hashes)|@scure\/(bip32|bip39|base)|shamir-secret-sharing|hash-wasm)\//;
    expect(modules.filter((name) => !allowed.test(name))).toEqual([]);
  });
});
