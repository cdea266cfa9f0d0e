import type { Sight } from './watchSight.ts';

/**
 * Hears presses of a person on a button, of which the beginning and the end fall into a time in which the page was seen
 * without a break.
 *
 * Threat: a script that presses (only the browser makes trusted events), and a cover that is taken away while a person
 * holds the button down.
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
