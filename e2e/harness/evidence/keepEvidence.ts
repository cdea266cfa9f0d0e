import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, ConsoleMessage, Request, WebError } from 'playwright-core';
import type { RunnerTestCase } from 'vitest';
import { folderOf } from './again.ts';

/** Time limit for a picture in ms, because the page may hang. */
const pictureMs = 30_000;
/** True if pages are traced, which takes CPU time that a passing run need not spend. */
export const isTraced = process.env.LATCHKEY_TRACE === '1';

const followed = new Map<BrowserContext, string[]>();
let current: RunnerTestCase | undefined;
let kept = 0;

export function beginTest(test: RunnerTestCase): void {
  current = test;
  kept = 0;
  for (const lines of followed.values()) lines.length = 0;
}

/**
 * Follows a browser context, so a test that fails leaves evidence of it.
 *
 * @returns a function to call before the context closes, because the hooks of a test file close their browsers before
 *   our hooks run. It saves the evidence if the test has failed, stops following, and resolves to true if evidence of
 *   the context was saved.
 */
export async function followContext(context: BrowserContext): Promise<() => Promise<boolean>> {
  const lines: string[] = [];
  const noteConsole = (message: ConsoleMessage) => lines.push(`${message.type()}: ${message.text()}`);
  const noteError = (error: WebError) => lines.push(`uncaught: ${error.error().stack ?? error.error()}`);
  const noteRequest = (request: Request) =>
    lines.push(`failed: ${request.method()} ${request.url()} (${request.failure()?.errorText})`);
  followed.set(context, lines);
  context.on('console', noteConsole).on('weberror', noteError).on('requestfailed', noteRequest);
  if (isTraced) await context.tracing.start({ screenshots: true, snapshots: true, sources: true });
  return async () => {
    if (followed.has(context)) await keepOf(context);
    context.off('console', noteConsole).off('weberror', noteError).off('requestfailed', noteRequest);
    return !followed.delete(context);
  };
}

/** Saves evidence of the open browsers if the test has failed. */
export async function keepEvidence(): Promise<void> {
  for (const context of [...followed.keys()]) await keepOf(context);
}

async function keepOf(context: BrowserContext): Promise<void> {
  const lines = followed.get(context) ?? [];
  if (current?.result?.state !== 'fail') return;
  followed.delete(context);
  const folder = folderOf(current);
  if (kept === 0) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const name = (end: string) => join(folder, `browser-${number}${end}`);
  kept += 1;
  const number = kept;
  if (isTraced) await context.tracing.stop({ path: name('-trace.zip') }).catch(tell);
  for (const [index, page] of context.pages().entries()) {
    lines.push(`page ${index + 1}: ${page.url()}`);
    await page.screenshot({ path: name(`-page-${index + 1}.png`), timeout: pictureMs }).catch(tell);
  }
  await writeFile(name('.log'), `${lines.join('\n')}\n`);

  function tell(error: unknown): void {
    lines.push(`not kept: ${String(error)}`);
  }
}
