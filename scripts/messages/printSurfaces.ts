import { parseMessage, type ValueType, valuesOf } from './parseMessage.ts';
import { printGroup, printHead, printModule, type TypesOf } from './printTexts.ts';
import { type Catalogue, listEntries, type Messages } from './readCatalogues.ts';
import { type Surface, surfaces } from './surfaces.ts';

/**
 * Prints the modules of every surface.
 *
 * @returns texts by path from the root. Other files in the surfaces' folders belong to a language or part that no
 *   longer exists.
 */
export function printSurfaces(catalogues: readonly Catalogue[]): ReadonlyMap<string, string> {
  const typesOf = collectTypes(catalogues);
  return new Map(
    Object.entries(surfaces).flatMap(([name, surface]) => {
      const modules = printSurface(
        name,
        surface,
        catalogues.filter((one) => name in one.surfaces),
        typesOf,
      );
      return [...modules].map(([file, text]) => [`${surface.folder}/${file}`, text] as const);
    }),
  );
}

function printSurface(
  name: string,
  { layout }: Surface,
  catalogues: readonly Catalogue[],
  typesOf: TypesOf,
): ReadonlyMap<string, string> {
  if (layout === 'together') return new Map([['texts.ts', printTogether(name, catalogues, typesOf)]]);
  const others = catalogues.filter(({ language }) => layout !== 'parts' || language !== 'en');
  const modules = new Map(
    others.map((catalogue) => {
      const { language } = catalogue;
      const input = { language, path: name, messages: messagesOf(catalogue, name), typesOf };
      return [`${language}.ts`, printModule(toConst(name, language), input)];
    }),
  );
  const english = catalogues.find(({ language }) => language === 'en');
  if (layout === 'parts' && english) {
    const parts = messagesOf(english, name);
    for (const part of Object.keys(parts).filter((part) => !part.startsWith('@'))) {
      const input = { language: 'en', path: `${name}.${part}`, messages: messagesIn(parts, part), typesOf };
      modules.set(`en/${part}.ts`, printModule(`${part}Texts`, input));
    }
  }
  const translations = catalogues.filter(({ language }) => language !== 'en');
  if (layout !== 'english') modules.set('languages.ts', printLanguages(name, translations));
  return modules;
}

/** Prints the list of a surface's languages except English, each with a function that loads it. */
function printLanguages(name: string, catalogues: readonly Catalogue[]): string {
  const lines = catalogues.map(({ language, direction }) => {
    const constant = toConst(name, language);
    const load = `async () => (await import('./${language}.ts')).${constant}`;
    return `  ${language}: { direction: '${direction}', load: ${load} },\n`;
  });
  return `${printHead('')}export const ${name}Languages = {\n${lines.join('')}} as const;\n`;
}

function printTogether(name: string, catalogues: readonly Catalogue[], typesOf: TypesOf): string {
  const lines = catalogues.map((catalogue) => {
    const texts = printGroup(messagesOf(catalogue, name), name, typesOf, '      ');
    return `  ${catalogue.language}: {\n    direction: '${catalogue.direction}',\n    texts: ${texts},\n  },\n`;
  });
  return `${printHead('')}export const ${name}Texts = {\n${lines.join('')}} as const;\n`;
}

/** Collects the types of values over all languages. A value is a number for callers if one language counts by it. */
function collectTypes(catalogues: readonly Catalogue[]): TypesOf {
  const types = new Map<string, Map<string, ValueType>>();
  for (const { surfaces: messages } of catalogues) {
    for (const [path, message] of listEntries(messages)) {
      const known = types.get(path) ?? new Map<string, ValueType>();
      types.set(path, known);
      for (const [value, type] of valuesOf(parseMessage(message ?? '')))
        if (!known.has(value) || type !== 'shown') known.set(value, type);
    }
  }
  return (path) => types.get(path) ?? new Map();
}

function messagesOf({ surfaces: all }: Catalogue, name: string): Messages {
  return messagesIn(all, name);
}

function messagesIn(messages: Messages, name: string): Messages {
  const found = messages[name];
  if (found === null || typeof found !== 'object') throw new Error(`${name} is no group of messages`);
  return found;
}

const toConst = (surface: string, language: string) =>
  `${surface}${language.charAt(0).toUpperCase()}${language.slice(1)}`;
