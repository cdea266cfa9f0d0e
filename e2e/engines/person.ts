import { setTimeout as sleep } from 'node:timers/promises';
import { error, type WebDriver, type WebElement } from 'selenium-webdriver';

/** Timeout of a step in ms, long enough for a busy machine. */
const timeoutMs = 60_000;

/**
 * A user's actions in a browser that a WebDriver drives: in the page, in the modal, or in the frame that `inFrame`
 * names.
 */
export interface BrowserDriver {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Clicks the button of this name once it is enabled. */
  press(name: string): Promise<void>;
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  /** Waits until an element of a selector is visible and has this text. */
  see(selector: string, text?: string): Promise<WebElement>;
  gone(selector: string): Promise<void>;
  /**
   * Runs a function in the page, and waits for a promise that it returns. In the page only the function's arguments
   * exist, and none of the test's other values.
   */
  run<Result, Args extends unknown[]>(
    act: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>;
  /** Waits until a function returns something truthy in the page, and returns that. */
  until<Result, Args extends unknown[]>(
    look: (...args: Args) => Result,
    ...args: Args
  ): Promise<NonNullable<Result>>;
  /** Begins a call that needs a user's action. `result` returns its outcome. */
  begin<Args extends unknown[]>(act: (...args: Args) => Promise<unknown>, ...args: Args): Promise<void>;
  result(): Promise<string>;
  inFrame<Result>(selector: string, act: () => Promise<Result>): Promise<Result>;
}

export function createPerson(driver: WebDriver): BrowserDriver {
  /** Repeats a step while it returns null or fails because the page is changing. */
  async function retry<Result>(what: string, step: () => Promise<Result | null>): Promise<Result> {
    const end = Date.now() + timeoutMs;
    for (;;) {
      const result = await step().catch((problem: unknown) => {
        if (isPassing(problem)) return null;
        throw problem;
      });
      if (result !== null) return result;
      if (Date.now() > end)
        throw new Error(
          `${what} did not come within ${timeoutMs} ms. There is: ${await driver.executeScript(readAll)}`,
        );
      await sleep(50);
    }
  }
  const find = (selector: string, text: string | null) =>
    driver.executeScript<WebElement | null>(findVisible, selector, text);
  const see: BrowserDriver['see'] = (selector, text) =>
    retry(`${selector} ${text ?? ''}`, () => find(selector, text ?? null));
  async function clickOn(selector: string, text: string | null): Promise<void> {
    await retry(`${selector} ${text ?? ''}`, async () => {
      const element = await find(selector, text);
      await element?.click();
      return element;
    });
  }
  const until: BrowserDriver['until'] = (look, ...args) =>
    retry(String(look), async () => (await driver.executeScript(look, ...args)) || null) as never;
  return {
    goto: (url) => driver.get(url),
    reload: () => driver.navigate().refresh(),
    press: (name) => clickOn('button:enabled, [role=button]', name),
    click: (selector) => clickOn(selector, null),
    async type(selector, text) {
      await retry(selector, async () => {
        const element = await find(selector, null);
        if (!element) return null;
        await element.clear();
        await element.sendKeys(text);
        return element;
      });
    },
    see,
    async gone(selector) {
      await until((sought: string) => {
        const modal = document.querySelector('latchkey-modal');
        return !document.querySelector(sought) && !modal?.shadowRoot?.querySelector(sought);
      }, selector);
    },
    run: (act, ...args) => driver.executeScript(act, ...args) as never,
    until,
    async begin(act, ...args) {
      await driver.executeScript(
        `window.begun = null;
        (${act}).apply(null, arguments).then(
          (result) => { window.begun = { text: String(result) }; },
          (error) => { window.begun = { text: String(error.code) }; },
        );`,
        ...args,
      );
    },
    async result() {
      const { text } = await until(() => (window as { begun?: { text: string } | null }).begun);
      return text;
    },
    async inFrame(selector, act) {
      // A frame need not be visible. The driver returns the page's `Element` as a `WebElement`.
      const frame: unknown = await until(findFrame, selector);
      await driver.switchTo().frame(frame as WebElement);
      try {
        return await act();
      } finally {
        await driver.switchTo().defaultContent();
      }
    },
  };
}

/** Returns true if a step failed because the page was changing. */
function isPassing(problem: unknown): boolean {
  return (
    problem instanceof error.StaleElementReferenceError ||
    problem instanceof error.ElementClickInterceptedError ||
    problem instanceof error.ElementNotInteractableError
  );
}

/**
 * Returns the first visible element of a selector, in the page or in the modal, with exactly this text or name. Runs
 * in the page.
 */
function findVisible(selector: string, text: string | null): Element | null {
  const roots = [document, document.querySelector('latchkey-modal')?.shadowRoot];
  const found = roots.flatMap((root) => [...(root?.querySelectorAll(selector) ?? [])]);
  const hasText = (element: Element) =>
    text === null || [element.getAttribute('aria-label'), element.textContent?.trim()].includes(text);
  return found.find((element) => element.checkVisibility() && hasText(element)) ?? null;
}

/** Returns the first frame of a selector, in the page or in the modal. Runs in the page. */
function findFrame(selector: string): Element | null | undefined {
  const modal = document.querySelector('latchkey-modal');
  return document.querySelector(selector) ?? modal?.shadowRoot?.querySelector(selector);
}

/** Returns the texts of the page and the modal, for the report of a failed test. Runs in the page. */
function readAll(): string {
  const shell = document.querySelector('latchkey-modal')?.shadowRoot?.querySelector<HTMLElement>('.shell');
  const texts = [document.body.innerText, shell?.dataset.screen, shell?.innerText];
  return texts.filter(Boolean).join(' | ').replace(/\s+/g, ' ');
}
