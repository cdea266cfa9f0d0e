/** A person's hand on a modal. */
export interface Hand {
  /** Waits until something is there that matches the selector. */
  see(selector: string): Promise<HTMLElement>;
  /** Waits until these words are there; states are acted in English. */
  read(words: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  press(selector: string): Promise<void>;
}

/** How long something is waited for before the state counts as wrong: long, for a machine that does much else. */
const patienceMs = 20_000;

/** Gives a hand on what stands in a modal's shadow root. */
export function createHand(root: ShadowRoot): Hand {
  function waitFor<Found>(what: string, find: () => Found | null): Promise<Found> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = find();
        if (found === null) return false;
        clearTimeout(timer);
        observer.disconnect();
        resolve(found);
        return true;
      };
      const timer = setTimeout(() => {
        observer.disconnect();
        reject(new Error(`There is no ${what} after ${patienceMs / 1000} s.`));
      }, patienceMs);
      const observer = new MutationObserver(look);
      if (!look())
        observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    });
  }
  const see = (selector: string) => waitFor(selector, () => root.querySelector<HTMLElement>(selector));
  return {
    see,
    async read(words) {
      await waitFor(`'${words}'`, () => root.textContent?.includes(words) || null);
    },
    async type(selector, text) {
      const field = await see(selector);
      // As a key press does it: React hears of values that the element's own setter gave.
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
      set?.call(field, text);
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    },
    async press(selector) {
      const button = await see(`${selector}:enabled`);
      button.click();
    },
  };
}
