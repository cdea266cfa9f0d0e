import japanese from '@fontsource/kosugi-maru/files/kosugi-maru-japanese-400-normal.woff2';
import sansMore from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2';
import sans from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
import mono from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2';
import arabic from '@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2';

// No installed font has these names.
const latin = { 'Gallery Sans': sans, 'Gallery Sans 2': sansMore, 'Gallery Mono': mono };
const others = { 'Gallery Arabic': arabic, 'Gallery Japanese': japanese };

const familyOf = (...names: (keyof typeof latin)[]) =>
  [...names, ...Object.keys(others)].map((name) => `'${name}'`).join(', ');

/**
 * Makes the modal and the hosted pages use bundled fonts instead of the machine's own, because screenshots are compared
 * on different machines.
 */
export async function loadFonts(): Promise<void> {
  const style = document.createElement('style');
  const [text, code] = [familyOf('Gallery Sans', 'Gallery Sans 2'), familyOf('Gallery Mono')];
  style.textContent = `
    latchkey-modal, latchkey-panel { --latchkey-font: ${text}; --latchkey-font-mono: ${code}; }
    .hosted { --sans: ${text}; --mono: ${code}; }
  `;
  document.head.append(style);
  addFaces(others);
  await Promise.all(addFaces(latin).map((face) => face.load()));
}

function addFaces(files: Readonly<Record<string, string>>): FontFace[] {
  const faces = Object.entries(files).map(
    ([name, file]) => new FontFace(name, `url(${file})`, { weight: '100 900' }),
  );
  for (const face of faces) document.fonts.add(face);
  return faces;
}
