import { setTimeout as sleep } from 'node:timers/promises';
import { error, type WebDriver, type WebElement } from 'selenium-webdriver';

/** A step waits this long for what it needs, in ms. A busy machine may need it. */
const timeoutMs = 60_000;

/** A person's actions in a browser that a WebDriver drives: in the page, in the modal, or in the frame that `inFrame` names. */
export interface BrowserDriver {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Clicks the button of this name once it can be pressed. */
  press(name: string): Promise<void>;
  /** Clicks the first element that a selector finds, once it can be seen. */
  click(selector: string): Promise<void>;
  /** Types into the field that a selector finds, in place of what is there. */
  type(selector: string, text: string): Promise<void>;
  /** Waits until an element that a selector finds can be seen and has this text. */
  see(selector: string, text?: string): Promise<WebElement>;
  /** Waits until no element that a selector finds is there. */
  gone(selector: string): Promise<void>;
  /** Runs a function in the page, and waits for the promise that it may return. It sees nothing of the test but its arguments. */
  run<Result, Args extends unknown[]>(
    act: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>;
  /** Waits until a function gives something truthy in the page, and returns that. */
  until<Result, Args extends unknown[]>(
    look: (...args: Args) => Result,
    ...args: Args
  ): Promise<NonNullable<Result>>;
  /** Begins what takes a person's answer. `result` tells what becomes of it. */
  begin<Args extends unknown[]>(act: (...args: Args) => Promise<unknown>, ...args: Args): Promise<void>;
  /** Waits until what was begun last has ended, and returns the text that came of it; of an error its code. */
  result(): Promise<string>;
  /** Does something in the document of a frame. */
  inFrame<Result>(selector: string, act: () => Promise<Result>): Promise<Result>;
}

/** Acts as a person in a browser. */
export function createPerson(driver: WebDriver): BrowserDriver {
  /** Tries again while the page is changing under the step, as a person does. */
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
      // A frame need not be seen. The driver's word for the element of the page is another type.
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

/** Tells whether a step failed because the page was changing. */
function isPassing(problem: unknown): boolean {
  return (
    problem instanceof error.StaleElementReferenceError ||
    problem instanceof error.ElementClickInterceptedError ||
    problem instanceof error.ElementNotInteractableError
  );
}

/** Runs in the page: the first element of a selector that can be seen, in the page or in the modal, and has exactly this text or name. */
function findVisible(selector: string, text: string | null): Element | null {
  const roots = [document, document.querySelector('latchkey-modal')?.shadowRoot];
  const found = roots.flatMap((root) => [...(root?.querySelectorAll(selector) ?? [])]);
  const hasText = (element: Element) =>
    text === null || [element.getAttribute('aria-label'), element.textContent?.trim()].includes(text);
  return found.find((element) => element.checkVisibility() && hasText(element)) ?? null;
}

/** Runs in the page: the first frame of a selector, in the page or in the modal. */
function findFrame(selector: string): Element | null | undefined {
  const modal = document.querySelector('latchkey-modal');
  return document.querySelector(selector) ?? modal?.shadowRoot?.querySelector(selector);
}

/** Runs in the page: what stands in it and in the modal, for the report of a test that failed. */
function readAll(): string {
  const shell = document.querySelector('latchkey-modal')?.shadowRoot?.querySelector<HTMLElement>('.shell');
  const texts = [document.body.innerText, shell?.dataset.screen, shell?.innerText];
  return texts.filter(Boolean).join(' | ').replace(/\s+/g, ' ');
}
