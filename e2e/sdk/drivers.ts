import type { Frame, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Screen } from '../harness/index.ts';

/*
 * People who have one way of input alone. What a driver cannot reach, no one can who works that way: a walk that fails here
 * has found a fault of the screen.
 */

export interface Driver {
  readonly name: 'keyboard' | 'pointer';
  /** Presses a button or a link, once it can be pressed. */
  press(target: Locator): Promise<void>;
  /** Ticks a box. */
  tick(box: Locator): Promise<void>;
  /** Writes into a field. */
  write(field: Locator, text: string): Promise<void>;
  /** Closes the modal, as a person does who wants no more of it. */
  leave(page: Page): Promise<void>;
}

/** More stops of the Tab key than any page of a test has. */
const mostStops = 60;

/** Tab, Enter, Space, arrows and letters; nothing is clicked, focused or filled in from outside. */
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

/** A mouse, or a finger on a phone. Text comes as it does from a keyboard on the screen or from dictation: without keys. */
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

/** Moves the focus by Tab until it is on a target, or by the arrows within its group of radio buttons. */
async function reach(target: Locator): Promise<void> {
  await target.waitFor();
  await expect.poll(() => target.isEnabled()).toBe(true);
  for (let stops = 0; stops <= mostStops; stops += 1) {
    if (await hasFocus(target)) return;
    await target.page().keyboard.press((await isBeside(target)) ? 'ArrowDown' : 'Tab');
  }
  throw new Error(`No key leads to ${String(target)}`);
}

/** Whether keys go to an element: it is the active one of its page, and so is each frame around it. */
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

/** Runs in the page. */
function isActiveElement(element: Node): boolean {
  return (element.getRootNode() as Document | ShadowRoot).activeElement === element;
}

/** Whether the focus is on another radio button of the target's group, which Tab leaves as a whole. */
function isBeside(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const active = (element.getRootNode() as Document | ShadowRoot).activeElement;
    if (!(active instanceof HTMLInputElement) || !(element instanceof HTMLInputElement)) return false;
    return element.type === 'radio' && active.type === 'radio' && active.name === element.name;
  });
}
