import type { Frame, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Screen } from '../harness/index.ts';

/* Users with one kind of input. A journey fails if a driver cannot reach something with it. */

export interface Driver {
  readonly name: 'keyboard' | 'pointer';
  /** Presses a button or a link once it is enabled. */
  press(target: Locator): Promise<void>;
  tick(box: Locator): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
  /** Closes the modal, as a user who wants to leave it does. */
  leave(page: Page): Promise<void>;
}

/** Limit of Tab presses, higher than the number of stops on any page of a test. */
const mostStops = 60;

/** Uses Tab, Enter, Space, Escape, arrows and letters. */
export const keyboard: Driver = {
  name: 'keyboard',
  async press(target) {
    await reach(target);
    await target.page().keyboard.press('Enter');
  },
  async tick(box) {
    await reach(box);
    await box.page().keyboard.press('Space');
  },
  async write(field, text) {
    await reach(field);
    await field.page().keyboard.type(text);
  },
  async leave(page) {
    await page.keyboard.press('Escape');
  },
};

/**
 * Uses a mouse, or a finger on a phone. Text arrives as from an on-screen keyboard or dictation: without key events.
 */
export function pointerOn(screen: Screen): Driver {
  const press = (target: Locator) => (screen === 'phone' ? target.tap() : target.click());
  return {
    name: 'pointer',
    press,
    tick: press,
    async write(field, text) {
      await press(field);
      await field.page().keyboard.insertText(text);
    },
    leave: (page) => press(page.getByRole('button', { name: 'Close', exact: true })),
  };
}

/** Moves the focus with Tab until it is on a target, or with the arrows within its group of radio buttons. */
async function reach(target: Locator): Promise<void> {
  await target.waitFor();
  await expect.poll(() => target.isEnabled()).toBe(true);
  for (let stops = 0; stops <= mostStops; stops += 1) {
    if (await hasFocus(target)) return;
    await target.page().keyboard.press((await isBeside(target)) ? 'ArrowDown' : 'Tab');
  }
  throw new Error(`No key leads to ${String(target)}`);
}

/** Returns true if an element gets the keys: it is the active one of its document, and so is each frame around it. */
async function hasFocus(target: Locator): Promise<boolean> {
  const handle = await target.elementHandle();
  const isActive = await target.evaluate(isActiveElement);
  return isActive && isFrameActive((await handle?.ownerFrame()) ?? null);
}

async function isFrameActive(frame: Frame | null): Promise<boolean> {
  const parent = frame?.parentFrame();
  if (!frame || !parent) return true;
  const element = await frame.frameElement();
  return (await element.evaluate(isActiveElement)) && isFrameActive(parent);
}

/** Returns true if an element is the active one of its root. Runs in the page. */
function isActiveElement(element: Node): boolean {
  return (element.getRootNode() as Document | ShadowRoot).activeElement === element;
}

/** Returns true if the focus is on another radio button of the target's group, which Tab leaves as a whole. */
function isBeside(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const active = (element.getRootNode() as Document | ShadowRoot).activeElement;
    if (!(active instanceof HTMLInputElement) || !(element instanceof HTMLInputElement)) return false;
    return element.type === 'radio' && active.type === 'radio' && active.name === element.name;
  });
}
