/** Acts on a modal or page as a user does. */
export interface Hand {
  /** Waits until an element matches the selector. */
  see(selector: string): Promise<HTMLElement>;
  /** Waits until an English text is shown. Only states of the modal's screens are prepared in English. */
  read(words: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  press(selector: string): Promise<void>;
}

/** Maximum wait before a state counts as broken. Long enough for a busy machine. */
const patienceMs = 20_000;

/** Creates a hand that acts in the shadow root of a modal, or on a page. */
export function createHand(root: ShadowRoot | HTMLElement): Hand {
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
      // React overrides the element's own setter and ignores values set through it.
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
