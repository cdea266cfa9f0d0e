import { outdatedTexts } from './generated/texts.ts';

const languages = new Map(Object.entries(outdatedTexts));

/**
 * Styles of each element, because an outdated browser may not support the modal's style sheets, and the page's
 * Content-Security-Policy may forbid `<style>` elements.
 */
const styles = {
  sheet:
    'position: fixed; top: 0; right: 0; bottom: 0; left: 0; z-index: 2147483647; background: rgba(0, 0, 0, .6)',
  box: 'box-sizing: border-box; max-width: 360px; margin: 20vh auto 0; padding: 24px; border-radius: 12px; background: #fff; color: #111; font: 16px/24px system-ui, sans-serif; text-align: center',
  title: 'margin: 0 0 8px; font: 600 20px/28px system-ui, sans-serif; color: #111',
  text: 'margin: 0 0 20px',
  close:
    'width: 100%; height: 48px; border: 0; border-radius: 10px; background: #111; color: #fff; font: 600 16px/24px system-ui, sans-serif',
};

/**
 * Tells the user that their browser is too old for the modal.
 *
 * @param locale locale of the settings, such as `de-AT`
 * @param place the host's panel, if it has one
 * @returns a promise that resolves once the user has closed the notice
 */
export function showOutdated(locale: string, place: HTMLElement | null): Promise<void> {
  const [language = 'en'] = locale.toLowerCase().split(/[-_]/);
  const { direction, texts } = languages.get(language) ?? outdatedTexts.en;
  const { title, text, close } = texts;
  const sheet = element('div', place ? '' : styles.sheet);
  sheet.lang = languages.has(language) ? language : 'en';
  sheet.dir = direction;
  sheet.setAttribute('role', 'alertdialog');
  sheet.setAttribute('aria-modal', String(!place));
  sheet.setAttribute('aria-label', title);
  const box = element('div', styles.box);
  const button = element('button', styles.close, close);
  box.append(element('h2', styles.title, title), element('p', styles.text, text), button);
  sheet.append(box);
  const opener = document.activeElement;
  (place ?? document.body).append(sheet);
  button.focus();
  return new Promise((resolve) => {
    const end = () => {
      sheet.remove();
      if (opener instanceof HTMLElement) opener.focus();
      resolve();
    };
    button.addEventListener('click', end);
    sheet.addEventListener('keydown', (event) => {
      // The button is the only focusable element.
      if (event.key === 'Tab') event.preventDefault();
      if (event.key === 'Escape') end();
    });
  });
}

function element(name: string, style: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  made.style.cssText = style;
  made.textContent = text;
  return made;
}
