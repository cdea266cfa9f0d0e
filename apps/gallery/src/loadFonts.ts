import sansMore from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2';
import sans from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
import mono from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2';

/** Names that no machine has a font of. */
const faces = { 'Gallery Sans': [sans, sansMore], 'Gallery Mono': [mono] };

/**
 * Has the page paint with fonts that it brings along: the modal takes the machine's own, and its pictures are compared on
 * machines that have others.
 */
export async function loadFonts(): Promise<void> {
  const style = document.createElement('style');
  style.textContent =
    "latchkey-modal { --latchkey-font: 'Gallery Sans', 'Gallery Sans 2'; --latchkey-font-mono: 'Gallery Mono'; }";
  document.head.append(style);
  const loaded = Object.entries(faces).flatMap(([name, files]) =>
    files.map(
      (file, index) => new FontFace(index === 0 ? name : `${name} 2`, `url(${file})`, { weight: '100 900' }),
    ),
  );
  for (const face of loaded) document.fonts.add(face);
  await Promise.all(loaded.map((face) => face.load()));
}
