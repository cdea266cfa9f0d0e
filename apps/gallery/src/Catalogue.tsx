import { useState } from 'react';
import { modalLanguages } from '../../../packages/react/src/gallery.ts';
import { exhibits } from './states/index.ts';

const widths = { dialog: 480, drawer: 390 } as const;
const choices = {
  theme: ['system', 'light', 'dark'],
  width: ['dialog', 'drawer'],
  language: ['en', ...Object.keys(modalLanguages)],
} as const;
type Chosen = { readonly [C in keyof typeof choices]: (typeof choices)[C][number] };

export function Catalogue() {
  const [chosen, setChosen] = useState<Chosen>({ theme: 'system', width: 'dialog', language: 'en' });
  const [wanted, setWanted] = useState('');
  const shown = exhibits.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()));
  return (
    <>
      <style>{style}</style>
      <header>
        <h1>Latchkey gallery</h1>
        <label>
          Find <input onChange={(event) => setWanted(event.target.value)} type="search" value={wanted} />
        </label>
        {Object.entries(choices).map(([name, values]) => (
          <label key={name}>
            {name}{' '}
            <select
              onChange={(event) => setChosen({ ...chosen, [name]: event.target.value })}
              value={chosen[name as keyof Chosen]}
            >
              {values.map((value) => (
                <option key={value}>{value}</option>
              ))}
            </select>
          </label>
        ))}
      </header>
      <main>
        {shown.map(({ name }) => {
          const address = `?${new URLSearchParams({ state: name, theme: chosen.theme, language: chosen.language })}`;
          return (
            <figure key={name}>
              <figcaption>
                <a href={address}>{name}</a>
              </figcaption>
              <iframe
                height={chosen.width === 'drawer' ? 700 : 680}
                key={address}
                loading="lazy"
                src={address}
                title={name}
                width={widths[chosen.width]}
              />
            </figure>
          );
        })}
      </main>
    </>
  );
}

const style = `
  :root { color-scheme: light dark; font: 15px/22px ui-sans-serif, system-ui, sans-serif; }
  body { margin: 0; }
  header {
    position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: center; gap: 12px 24px;
    padding: 12px 24px; background: Canvas; border-bottom: 1px solid GrayText;
  }
  h1 { margin: 0; font-size: 17px; line-height: 24px; }
  main { display: flex; flex-wrap: wrap; gap: 24px; padding: 24px; }
  figure { margin: 0; }
  figcaption { margin-bottom: 8px; }
  iframe { border: 1px solid GrayText; border-radius: 12px; }
`;
