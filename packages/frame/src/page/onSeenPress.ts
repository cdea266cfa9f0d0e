import type { Sight } from './watchSight.ts';

/**
 * Calls a function at a press of a button, if the page is armed as the press ends and, for a pointer, as it began.
 *
 * A press by a script is not trusted and does not count. A malicious host page could remove a cover while the user
 * holds the button down: that press began when the page was not armed.
 */
export function onSeenPress(button: HTMLElement, sight: Pick<Sight, 'isArmed'>, act: () => void): void {
  let wasArmed = false;
  button.addEventListener('pointerdown', () => {
    wasArmed = sight.isArmed();
  });
  button.addEventListener('click', ({ isTrusted, detail }) => {
    // Keys and assistive technology press without a pointer.
    const isSeen = sight.isArmed() && (wasArmed || detail === 0);
    wasArmed = false;
    if (isTrusted && isSeen) act();
  });
}
