import type { Page } from 'playwright-core';
import { openInbox } from '../harness/index.ts';

/** Opens a page, presses its button, and logs in with the code from the inbox. */
export async function logInOn(
  page: Page,
  { email, inboxUrl, url }: { email: string; inboxUrl: string; url: string },
): Promise<void> {
  // A development server compiles a page at its first request.
  await page.goto(url, { timeout: 180_000 });
  await page.getByRole('button', { name: 'Log in', disabled: false }).click();
  await page.locator('input[type=email]').fill(email);
  await page.keyboard.press('Enter');
  await page.locator('input[name=code]:focus').waitFor();
  await page.keyboard.type(await openInbox(inboxUrl).nextCode(email));
}

/** Collects what a page reports as wrong: errors in its console, and uncaught ones. */
export function collectProblems(page: Page): readonly string[] {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  return problems;
}
