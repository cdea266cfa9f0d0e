import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/contentHash.ts';

/** A page of the documentation. */
export interface Page {
  /** From the root, with slashes. */
  path: string;
  text: string;
}

/** A fenced block of a page. */
export interface Block {
  page: string;
  /** Line of the page on which its first line stands, from 1. */
  line: number;
  language: string;
  text: string;
}

const ignored = new Set(['node_modules', 'dist', 'artifacts']);

/** Reads every Markdown file of the repository. */
export function readPages(folder = ''): Page[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) {
      return ignored.has(entry.name) || entry.name.startsWith('.') ? [] : readPages(path);
    }
    return entry.name.endsWith('.md') ? [{ path, text: readFileSync(join(root, path), 'utf8') }] : [];
  });
}

/** The fenced blocks of a page, in their order; of one in a list without the list's margin. */
export function blocksOf({ path, text }: Page): Block[] {
  return [...text.matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gm)].map((match) => ({
    page: path,
    line: text.slice(0, match.index).split('\n').length + 1,
    language: match[2] ?? '',
    text: (match[3] ?? '').replaceAll(new RegExp(`^${match[1]}`, 'gm'), ''),
  }));
}

/** Targets of a page's links and pictures that stay in the repository, with their anchors. */
export function localLinksOf({ text }: Page): { path: string; anchor: string }[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/i.test(target))
    .map((target) => {
      const [path = '', anchor = ''] = target.split('#');
      return { path, anchor };
    });
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsOf({ text }: Page): Set<string> {
  const headings = text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#{1,6} (.+)$/gm);
  const seen = new Map<string, number>();
  return new Set(
    [...headings].map(([, heading = '']) => {
      const slug = heading
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-');
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    }),
  );
}
