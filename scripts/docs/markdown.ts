import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { slugOf } from '../../apps/docs/src/slugOf.ts';
import { root } from '../build/contentHash.ts';

export interface Page {
  /** Relative to the root, with slashes. */
  path: string;
  text: string;
}

export interface Block {
  page: string;
  /** Line of the page, from 1, on which the block's text begins. */
  line: number;
  language: string;
  text: string;
}

const ignored = new Set(['node_modules', 'dist', 'artifacts']);

/** Reads the Markdown files in a folder and below, except build outputs and hidden folders. @default the repository */
export function readPages(folder = ''): Page[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) {
      return ignored.has(entry.name) || entry.name.startsWith('.') ? [] : readPages(path);
    }
    return entry.name.endsWith('.md') ? [{ path, text: readFileSync(join(root, path), 'utf8') }] : [];
  });
}

/** Returns the fenced blocks of a page in order. Blocks in a list lose the list's indentation. */
export function blocksOf({ path, text }: Page): Block[] {
  return [...text.matchAll(/^( *)```(\w*)(?: [^\n]*)?\n([\s\S]*?)^ *```$/gm)].map((match) => ({
    page: path,
    line: text.slice(0, match.index).split('\n').length + 1,
    language: match[2] ?? '',
    text: (match[3] ?? '').replaceAll(new RegExp(`^${match[1]}`, 'gm'), ''),
  }));
}

/** Returns the targets of a page's links and images that are in the repository, with their anchors. */
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

/** Returns the anchors of a page's headings, as GitHub generates them. */
export function anchorsOf({ text }: Page): Set<string> {
  const headings = text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#{1,6} (.+)$/gm);
  const seen = new Map<string, number>();
  return new Set(
    [...headings].map(([, heading = '']) => {
      const slug = slugOf(heading);
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    }),
  );
}
